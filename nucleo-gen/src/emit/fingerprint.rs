//! The fingerprints of a type: whether what a model is asked for has changed, and whether what a program gets has.

use crate::ir::DeclId;
use crate::resolve::Resolved;
use crate::resolve::canon::{self, Grain};

/// Goes up whenever [`canon::digests`] makes other digests of the same contracts.
const VERSION: u32 = 1;

/// For each type, the fingerprint of its contract, and that of its shape alone, which a reworded description leaves as it
/// is: `1:…`, the version of the canonical form and its digest. The order of members and the names of types do not matter.
pub(crate) fn of(cx: &Resolved<'_>, ids: &[DeclId]) -> Vec<[String; 2]> {
    let of = |grain| canon::digests(cx.view(grain), ids).into_iter().map(|digest| format!("{VERSION}:{digest}"));
    of(Grain::Contract).zip(of(Grain::Shape)).map(|(contract, shape)| [contract, shape]).collect()
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::emit::sketch;
    use crate::ir::DeclId;

    fn both(text: &str) -> (String, String) {
        let ir = sketch::ir(&sketch::parse(text));
        let cx = sketch::resolved(&ir);
        let [contract, shape] = of(&cx, &[DeclId(0)]).remove(0);
        (contract, shape)
    }

    #[test]
    fn ok_what_changes_a_fingerprint() {
        let base = r##"{"title":"T","type":"object","properties":{
            "a":{"type":"string","description":"A"},"b":{"type":"enum","enum":["X","Y"]},"c":{"$ref":"#"}}}"##;
        let (contract, shape) = both(base);
        assert!(contract.starts_with("1:") && contract.len() == 66);
        let same = |from: &str, to: &str| {
            assert!(base.contains(from));
            let (other, other_shape) = both(&base.replace(from, to));
            (other == contract, other_shape == shape)
        };
        assert_eq!(same(r#""title":"T""#, r#""title":"U""#), (true, true));
        assert_eq!(same(r#""description":"A""#, r#""description":"Z""#), (false, true));
        assert_eq!(same(r#""a":"#, r#""z":"#), (false, false));
        assert_eq!(same(r#"["X","Y"]"#, r#"["Y","X"]"#), (false, false));
        assert_eq!(same(r#"{"$ref":"#, r#"{"nullable":true,"$ref":"#), (false, false));
        assert_eq!(same(r#"{"type":"string","#, r#"{"type":"string","x-required":true,"#), (false, false));
        let (a, b) = (r#""a":{"type":"string","description":"A"}"#, r#""b":{"type":"enum","enum":["X","Y"]}"#);
        assert_eq!(same(&format!("{a},{b}"), &format!("{b},{a}")), (true, true));
    }

    /// The fingerprint of the shape of a file's root.
    fn shape_of(schema: &str) -> String {
        let mut sources = crate::source::Sources::default();
        sources.add("a.json", schema.to_owned());
        let diags = crate::diag::Diags::new(vec![("name_clash".to_owned(), crate::diag::Level::Allow)]);
        let ir = crate::front::read(&mut sources, &crate::options::Options::default(), &diags);
        let cx = crate::resolve::all(&ir, &crate::knobs::Knobs::default(), &diags);
        assert!(diags.take().is_empty());
        let [_, shape] = of(&cx, &[ir.files[0].root.expect("a root")]).remove(0);
        shape
    }

    #[test]
    fn ok_a_cycle_is_one_however_it_is_written_out() {
        let object = |x: &str, y: &str| {
            format!(
                r##"{{"type":"object","properties":{{"x":{{"$ref":"#/$defs/{x}"}},"y":{{"$ref":"#/$defs/{y}"}}}}}}"##
            )
        };
        let of = |root: &str, defs: &[(&str, String)]| {
            let defs: Vec<String> = defs.iter().map(|(name, schema)| format!("\"{name}\":{schema}")).collect();
            shape_of(&format!(r##"{{"$ref":"#/$defs/{root}","$defs":{{{}}}}}"##, defs.join(",")))
        };
        let alone = of("c", &[("c", object("c", "c"))]);
        assert_eq!(of("a", &[("a", object("a", "c")), ("c", object("c", "c"))]), alone);
        assert_eq!(of("a", &[("a", object("b", "c")), ("b", object("a", "c")), ("c", object("c", "c"))]), alone);
        assert_eq!(of("a", &[("a", object("c", "c")), ("c", object("c", "c"))]), alone);
        let second = r##"{"$ref":"#/$defs/c"}"##.to_owned();
        assert_eq!(of("c", &[("c", object("d", "c")), ("d", second)]), alone);
        let other = r#"{"type":"string"}"#.to_owned();
        assert_ne!(of("a", &[("a", object("a", "s")), ("s", other)]), alone);
    }
}
