//! The fingerprints of a type: whether what a model is asked for has changed, and whether what a program gets has.

use crate::ir::DeclId;
use crate::resolve::Resolved;
use crate::resolve::canon::{self, Grain};

/// Goes up whenever [`canon::digest`] makes another digest of the same contract.
const VERSION: u32 = 1;

/// `1:…`: the version of the canonical form, and its digest. Of the contract, or of its shape alone, which a reworded
/// description leaves as it is. The order of members and the names of types do not matter.
pub(crate) fn of(cx: &Resolved<'_>, root: DeclId, grain: Grain) -> String {
    format!("{VERSION}:{}", canon::digest(cx.view(grain), root))
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::emit::sketch;
    use crate::ir::DeclId;
    use crate::resolve::canon::Grain;

    fn both(text: &str) -> (String, String) {
        let ir = sketch::ir(&sketch::parse(text));
        let cx = sketch::resolved(&ir);
        (of(&cx, DeclId(0), Grain::Contract), of(&cx, DeclId(0), Grain::Shape))
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
}
