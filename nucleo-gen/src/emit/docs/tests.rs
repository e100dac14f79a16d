//! The site as a whole: what hostile schemas do to it, and that it comes out the same.

use super::*;
use crate::diag::Diags;
use crate::emit::shape;
use crate::{front, resolve};

/// The site of one schema.
fn pages(schema: &str) -> Vec<Page> {
    let (options, diags) = (Options::default(), Diags::new(Vec::new()));
    let mut sources = Sources::default();
    sources.add("shop/order.json", schema.to_owned());
    let ir = front::read(&mut sources, &options, &diags);
    let resolved = resolve::all(&ir, &options.knobs, &diags);
    assert!(diags.take().is_empty());
    site(&resolved, &shape::build(&resolved, &options, false), &sources, &options)
}

fn page<'p>(pages: &'p [Page], end: &str) -> &'p str {
    &pages.iter().find(|(path, _)| path.ends_with(end)).expect("the page").1
}

const ORDER: &str = r##"{
    "title": "Order", "description": "One order. It has rows.", "type": "object", "required": ["rows", "level"],
    "properties": {
        "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}},
        "level": {"title": "Level", "enum": ["low", "high"], "x-nucleo-accept": {"high": ["urgent"]}},
        "orderNote": {"type": "string", "description": "For the `cook`.", "x-nucleo-accept": ["remark"]},
        "parent": {"$ref": "#"}
    },
    "$defs": {"Row": {"type": "object", "required": ["count"], "properties": {"count": {"type": "integer", "minimum": 3}}}}
}"##;

#[test]
fn ok_a_type_has_all_of_its_sections() {
    let pages = pages(ORDER);
    let order = page(&pages, "Order.html");
    for wanted in [
        "rows: <b>Vec</b>&lt;<a href=\"order.Row.html\">Row</a>&gt;",
        "<b>&quot;@type&quot;</b> : <span>&quot;Order&quot;</span>",
        "<code>order_note</code>",
        "<code>orderNote</code> in the schema",
        "Also read as <code>remark</code>",
        "<p>For the <code>cook</code>.</p>",
        "Your reply does not fit",
        "<b>&quot;count&quot;</b> : 3",
        "model_schema",
        "<svg class=\"graph\"",
    ] {
        assert!(order.contains(wanted), "{wanted} in {order}");
    }
    assert!(page(&pages, "Level.html").contains("Also read as <code>urgent</code>"));
    assert!(page(&pages, "Row.html").contains("<dt>Used by</dt><dd><a class=\"type\" href=\"order.Order.html\">"));
    assert!(page(&pages, "search.js").contains(r#"["orderNote","member","Order","For the `cook`.","types/"#));
}

#[test]
fn ok_every_link_leads_to_a_page_and_every_id_is_one() {
    let pages = pages(ORDER);
    let known: HashSet<&str> = pages.iter().map(|(path, _)| path.as_str()).collect();
    for (path, text) in pages.iter().filter(|(path, _)| path.ends_with(".html")) {
        for link in text.split("href=\"").skip(1).filter_map(|it| it.split('"').next()) {
            let target = match link.strip_prefix("../") {
                _ if link.starts_with('#') || link.starts_with("data:") => continue,
                Some(rest) => rest.to_owned(),
                None if path.starts_with("types/") => format!("types/{link}"),
                None => link.to_owned(),
            };
            assert!(known.contains(target.as_str()), "{link} on {path}");
        }
        let ids: Vec<&str> = text.split(" id=\"").skip(1).filter_map(|it| it.split('"').next()).collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{path}");
    }
}

#[test]
fn ok_the_same_schemas_give_the_same_bytes() {
    assert_eq!(pages(ORDER), pages(ORDER));
}

#[test]
fn err_markup_in_a_schema_stays_text() {
    let evil =
        r#"</script><script>alert(1)</script><img src=x onerror='alert(2)'>\"' onfocus=\"alert(3)\u2028\u202e`<b>`"#;
    let schema = format!(
        r#"{{"title": "T {evil}", "description": "{evil}", "type": "object", "required": ["{evil}", "e"],
            "properties": {{
                "{evil}": {{"type": "string", "description": "{evil}", "pattern": "<i>", "format": "{evil}",
                    "x-nucleo-accept": ["{evil}2"], "default": "{evil}", "examples": ["{evil}"]}},
                "e": {{"title": "E {evil}", "enum": ["{evil}", "b"]}},
                "u": {{"oneOf": [{{"title": "{evil}", "type": "string"}}, {{"type": "integer"}}]}}
            }}}}"#
    );
    for (path, text) in pages(&schema).iter().filter(|(path, _)| !path.starts_with("assets/site")) {
        for bad in ["<script>alert", "</script><script>alert", "<img", "<i>&", "\u{2028}\"", "\u{202e}"] {
            assert!(!text.contains(bad) || path.ends_with(".js"), "{bad} on {path}");
        }
        if path.ends_with(".js") && path.contains("search") {
            assert!(!text.contains('<') && !text.contains('\u{2028}'), "{path}");
        }
        if path.ends_with(".html") {
            // No attribute ends early: each tag holds an even number of quotes.
            let tags = text.split('<').skip(1).filter_map(|it| it.split('>').next());
            tags.for_each(|tag| assert_eq!(tag.matches('"').count() % 2, 0, "{tag} on {path}"));
        }
    }
}

#[test]
fn ok_pages_are_distinct_in_any_casing() {
    let text = r#"{"$defs": {"Row": {"type": "object"}, "ROW": {"type": "object"}, "Ряд": {"type": "object"}}}"#;
    let (options, diags) = (Options::default(), Diags::new(vec![("name_clash".to_owned(), crate::Level::Allow)]));
    let mut sources = Sources::default();
    sources.add("a.json", text.to_owned());
    let ir = front::read(&mut sources, &options, &diags);
    let resolved = resolve::all(&ir, &options.knobs, &diags);
    drop(diags.take());
    let pages = site(&resolved, &shape::build(&resolved, &options, false), &sources, &options);
    let names: HashSet<String> = pages.iter().map(|(path, _)| path.to_lowercase()).collect();
    assert_eq!(names.len(), pages.len());
    assert!(pages.iter().all(|(path, _)| path.is_ascii()));
}
