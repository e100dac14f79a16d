use super::*;

fn matches(source: &str, text: &str) -> bool {
    match translate(source) {
        Ok(Translated::Engine(engine)) => compile(&engine).unwrap().is_match(text),
        other => panic!("{source}: {other:?}"),
    }
}

#[test]
fn ok_means_what_ecma_means() {
    for (source, text) in [
        ("a+", "xaax"),
        (r"^\d{3}$", "123"),
        (r"^\s$", "\u{FEFF}"),
        (r"^\p{Letter}+$", "Ωé"),
        (r"^\p{digit}+$", "42"),
        (r"^\p{Script=Greek}$", "Ω"),
        (r"^\p{Lu}\P{Lu}$", "Aa"),
        (r"^\p{Alphabetic}$", "a"),
        (r"^\cJ$", "\n"),
        (r"^\u{1F600}\uD83D\uDE00$", "😀😀"),
        (r"^[^]$", "\n"),
        (r"^[\w-.]+$", "a-.b"),
        (r"^[-&&~~a]+$", "&~-a"),
        (r"^(?<year>\d{4})-(?:\d\d)$", "2026-03"),
        (r"^\/\_\@$", "/_@"),
        (r"^a{2,}?b{0}c{1,3}$", "aac"),
        (r"^{a}]$", "{a}]"),
        (r"^.$", "é"),
        (r"\bword\b", "a word."),
        (r"^[\b\0]$", "\u{8}"),
        (r"^[\uD800-\uFFFF]$", "\u{E000}"),
        ("^(|a)$", ""),
        (r"\B", ""),
    ] {
        assert!(matches(source, text), "{source} {text:?}");
    }
}

#[test]
fn ok_no_match_where_ecma_has_none() {
    for (source, text) in [
        (r"^\d$", "٣"),
        (r"^\w$", "é"),
        (r"^a$", "a\n"),
        (r"^.$", "\u{2028}"),
        ("[]", "a"),
        (r"\uD800", "a"),
        (r"^\S$", "\u{FEFF}"),
        (r"\bé\b", "é"),
    ] {
        assert!(!matches(source, text), "{source} {text:?}");
    }
}

#[test]
fn ok_not_linear() {
    for source in ["(?=a)", "(?!a)b", "(?<=a)b", "(?<!a)b", r"(a)\1", r"(?<x>a)\k<x>", r"\1(a)", "(?=a)*"] {
        assert!(matches!(translate(source), Ok(Translated::NotLinear(_))), "{source}");
    }
    assert!(matches!(translate("((a{1000}){1000}){1000}"), Ok(Translated::NotLinear(_))));
}

#[test]
fn err_syntax() {
    let errors: Vec<String> = [
        "a**",
        "*a",
        "(a",
        "a)",
        "[a",
        r"\Z",
        r"\a",
        "a{3,1}",
        r"\p{letter}",
        r"\p{Greek}",
        r"\u{110000}",
        r"\x1",
        "(?i:a)",
        r"\1",
        "[z-a]",
        "^*",
        r"a\",
        r"(?<1>a)",
        r"(?<a>)(?<a>)",
        r"\k<b>",
        "{1}",
        r"\c1",
    ]
    .iter()
    .map(|source| format!("{source}  {}", translate(source).expect_err(source)))
    .collect();
    assert_eq!(
        errors,
        [
            "a**  nothing to repeat at offset 2",
            "*a  nothing to repeat at offset 0",
            "(a  a `(` without its `)` at offset 0",
            "a)  a `)` without its `(` at offset 1",
            "[a  a `[` without its `]` at offset 0",
            "\\Z  an escape that ECMA-262 does not know at offset 1",
            "\\a  an escape that ECMA-262 does not know at offset 1",
            "a{3,1}  numbers out of order in a quantifier at offset 1",
            "\\p{letter}  a Unicode property that ECMA-262 does not know at offset 1",
            "\\p{Greek}  a Unicode property that ECMA-262 does not know at offset 1",
            "\\u{110000}  `\\u` without its digits at offset 1",
            "\\x1  `\\x` without two digits at offset 1",
            "(?i:a)  an unknown kind of group at offset 1",
            "\\1  a back-reference to a group that is not there at offset 0",
            "[z-a]  a range out of order in a class at offset 1",
            "^*  nothing to repeat at offset 1",
            "a\\  a `\\` at the end at offset 2",
            "(?<1>a)  a group's name that is no identifier at offset 3",
            "(?<a>)(?<a>)  a group's name that is taken at offset 11",
            "\\k<b>  a back-reference to a group that is not there at offset 0",
            "{1}  nothing to repeat at offset 0",
            "\\c1  `\\c` without a letter at offset 1",
        ]
    );
}
