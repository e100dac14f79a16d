//! What is mended, and what is not, without a declared type to guide the reader.

use super::{Options, lenient};
use crate::tape::Tape;

/// The value, then the kinds of repairs and faults, then what was not read.
fn read(text: &str) -> String {
    let options = Options { strict: false, depth: 128, repairs: 1000, cut: false, shape: None };
    let read = lenient(Tape::new(text), 0, options);
    let mut words: Vec<String> = read.parsed.repairs.iter().map(|it| it.kind.to_string()).collect();
    words.sort();
    words.dedup();
    words.extend(read.parsed.faults.iter().map(|it| format!("FAULT {}", it.kind)));
    if read.end < text.len() {
        words.push(format!("REST {}", &text[read.end..]));
    }
    format!("{:?} {}", read.parsed.tape.node(read.parsed.root), words.join(" "))
}

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(read(text), *expected, "{text}");
    }
}

#[test]
fn ok_commas() {
    check(&[
        (r#"{"a": 1, "b": [2, 3,],}"#, r#"{"a": 1, "b": [2, 3]} extra_comma"#),
        (r#"{"a": 1,, "b": [2,, 3]}"#, r#"{"a": 1, "b": [2, 3]} extra_comma"#),
        (r#"{"a": 1 "b": [{} {}]}"#, r#"{"a": 1, "b": [{}, {}]} missing_comma"#),
        ("{\"a\": \"x\"\n b: \"y\"}", r#"{"a": "x", "b": "y"} bare_name missing_comma"#),
        (r#"{"a": 1; "b": 2;}"#, r#"{"a": 1, "b": 2} stray"#),
        (r#"[,1]"#, r#"[1] extra_comma"#),
    ]);
}

#[test]
fn ok_colons() {
    check(&[
        (r#"{"a" "x", "b" = 1, "c" => 2, "d": = 3}"#, r#"{"a": "x", "b": 1, "c": 2, "d": 3} colon"#),
        (r#"{“a”： 1， "b": 2}"#, r#"{"a": 1, "b": 2} colon punctuation quotes"#),
    ]);
}

#[test]
fn ok_quotes() {
    check(&[
        (r#"{'a': 'it's', "b": `c`}"#, r#"{"a": "it's", "b": "c"} inner_quote quotes"#),
        (r#"{“a”: “x “y” z”, ‘b’: ‘c’}"#, r#"{"a": "x “y” z", "b": "c"} inner_quote quotes"#),
        ("{\"a\": \"\"\"x = \"1\"\ny\"\"\", \"b\": '''z'''}", r#"{"a": "x = \"1\"\ny", "b": "z"} quotes"#),
        (r#"{"a": """", "b": ""c""}"#, r#"{"a": "", "b": "c"} quotes"#),
        (r#"{\"a\": \"say \\\"hi\\\"\", \"b\": [\"x\"]}"#, r#"{"a": "say \"hi\"", "b": ["x"]} escaped_whole"#),
    ]);
}

#[test]
fn ok_inner_quotes() {
    check(&[
        (r#"{"a": "she said "hi", then left", "b": 1}"#, r#"{"a": "she said \"hi\", then left", "b": 1} inner_quote"#),
        (r#"{"a": "a 55" screen"}"#, r#"{"a": "a 55\" screen"} inner_quote"#),
        (r#"{"a": "gives {"b": "5"}, right", "c": 1}"#, r#"{"a": "gives {\"b\": \"5\"}, right", "c": 1} inner_quote"#),
        (r#"["the "x" one", "y"]"#, r#"["the \"x\" one", "y"] inner_quote"#),
    ]);
}

#[test]
fn ok_missing_quotes() {
    check(&[
        (r#"{"a": x", "b": 1}"#, r#"{"a": "x", "b": 1} missing_quote"#),
        ("{\"a\": \"x, \n\"b\": 1}", r#"{"a": "x", "b": 1} control_character missing_quote"#),
        (r#"{name": 1, "b: "x"}"#, r#"{"name": 1, "b": "x"} missing_quote"#),
        (
            "[(\"a\", \"long), \n (\"b\", \"c\")]",
            r#"[["a", "long"], ["b", "c"]] control_character missing_quote tuple"#,
        ),
    ]);
}

#[test]
fn ok_the_last_quote_is_missing() {
    check(&[
        (r#"{"a": {"b": ["x", "y]}}"#, r#"{"a": {"b": ["x", "y"]}} missing_quote"#),
        ("{\n  \"a\": 1,\n  \"b\": \"x, {y} z\n}\n", "{\"a\": 1, \"b\": \"x, {y} z\"} missing_quote REST \n"),
        ("{\"a\": 'x}\n```\nDone.", "{\"a\": \"x\"} missing_quote REST \n```\nDone."),
        ("{\"a\": \"x\n}\nIs \"a\" right?", "{\"a\": \"x\"} control_character missing_quote REST \nIs \"a\" right?"),
    ]);
}

#[test]
fn err_the_last_text_may_end_elsewhere() {
    check(&[
        (r#"{"a": ["x]"#, r#"{"a": []} FAULT cut REST "x]"#),
        (r#"{"a": "x, b: 1}"#, r#"{"a": "x, b: 1}"} FAULT cut"#),
        ("{\"a\": \"x\ny}", "{\"a\": \"x\\ny}\"} FAULT cut"),
        (r#"{"a": "}"#, r#"{"a": "}"} FAULT cut"#),
        (r#"{"a": "x {y}"#, r#"{"a": "x {y}"} FAULT cut"#),
        (r#"{"a": 1, "b}"#, r#"{"a": 1} FAULT cut REST "b}"#),
    ]);
}

#[test]
fn ok_bare() {
    check(&[
        (
            "{a: Ada of the Hill,\n b: 36, c-d: x}",
            r#"{"a": "Ada of the Hill", "b": 36, "c-d": "x"} bare_name bare_text"#,
        ),
        (
            r#"{a: None, b: True, c: undefined, "d": null}"#,
            r#"{"a": null, "b": true, "c": null, "d": null} bare_name foreign_literal"#,
        ),
        (
            r#"{a: +1, b: .5, c: 5., d: 007, e: 0x1F, f: 1_000, g: –4}"#,
            r#"{"a": 1, "b": 0.5, "c": 5, "d": 7, "e": 31, "f": 1000, "g": -4} bare_name number_form"#,
        ),
        (r#"{a: /^a\/b$/, b: http://x.y/z?q=1}"#, r#"{"a": "/^a\\/b$/", "b": "http://x.y/z?q=1"} bare_name bare_text"#),
    ]);
}

#[test]
fn ok_texts() {
    check(&[
        (r#"{"a": "one " + "two" 'three'}"#, r#"{"a": "one twothree"} concatenation"#),
        (
            "{\"a\": \"tab\there\", \"b\": \"\\alpha \\_\"}",
            r#"{"a": "tab\there", "b": "\\alpha _"} control_character escape"#,
        ),
    ]);
}

#[test]
fn ok_comments() {
    check(&[
        ("/* a */ {\"a\": 1, // b\n \"c\": 2 # d\n}", r#"{"a": 1, "c": 2} comment"#),
        (r#"{"a": 1 <!-- b --> }"#, r#"{"a": 1} comment"#),
    ]);
}

#[test]
fn ok_tuples() {
    check(&[(r#"{"a": (1, 2), "b": (3,), "c": ()}"#, r#"{"a": [1, 2], "b": [3], "c": []} tuple"#)]);
}

#[test]
fn ok_closers() {
    check(&[
        (r#"{"a": [1, 2}]"#, r#"{"a": [1, 2]} wrong_closer"#),
        (r#"{"a": [1, {"b": 2]}"#, r#"{"a": [1, {"b": 2}]} missing_closer"#),
        (r#"{"a": [1, 2"#, r#"{"a": [1, 2]} missing_closer"#),
        (r#"[{"a": 1), {"b": 2}]"#, r#"[{"a": 1}, {"b": 2}] extra_closer missing_closer"#),
        (r#"[{"a": {"b": 1}, {"a": 2}]"#, r#"[{"a": {"b": 1}}, {"a": 2}] missing_closer"#),
        (r#"{"a": 1)"#, r#"{"a": 1} wrong_closer"#),
        (r#"{{"a": 1}}"#, r#"{"a": 1} stray REST }"#),
        (r#"[{"a": 1} for one, {"a": 2} for two]"#, r#"[{"a": 1}, {"a": 2}] stray"#),
    ]);
}

#[test]
fn ok_blanks() {
    check(&[("\u{feff}{\u{a0}\"a\":\u{200b}1}", r#"{"a": 1} punctuation"#)]);
}

#[test]
fn err_cut() {
    check(&[
        (r#"{"a": "x"#, r#"{"a": "x"} FAULT cut"#),
        (r#"{"a": 1,"#, r#"{"a": 1} FAULT cut"#),
        (r#"{"a":"#, r#"{} FAULT cut"#),
        (r#"{"a": [1, "x"#, r#"{"a": [1]} FAULT cut REST "x"#),
        (r#"{"em"#, r#"{} FAULT cut REST "em"#),
        (r#"{"a": 1 /* b"#, r#"{"a": 1} FAULT cut REST /* b"#),
    ]);
}

#[test]
fn err_elided() {
    check(&[
        (r#"[1, 2, ...]"#, r#"[1, 2] FAULT elided"#),
        (r#"{"a": <YEAR>, "b": …}"#, r#"{"a": null, "b": null} FAULT elided FAULT elided"#),
        (r#"{"a": 1, ...}"#, r#"{"a": 1} FAULT elided"#),
    ]);
}

#[test]
fn err_program_code() {
    check(&[
        (
            "{a: a, b: self.b, c: x}",
            r#"{"a": null, "b": null, "c": "x"} bare_name bare_text FAULT elided FAULT elided"#,
        ),
        ("{\"a\": `${b}-1`, \"c\": `d`}", r#"{"a": null, "c": "d"} quotes FAULT elided"#),
    ]);
}

#[test]
fn err_two_readings() {
    check(&[
        (r#"{"a": "low" or "high", "b": 1}"#, r#"{"a": "low"} FAULT ambiguous REST or "high", "b": 1}"#),
        (r#"{"a": "x" if y else "z"}"#, r#"{"a": "x"} FAULT ambiguous REST if y else "z"}"#),
        (r#"["a, "b"]"#, r#"["a, "] FAULT ambiguous REST b"]"#),
        (r#"{"a": {"b": [1, 2}, "c": 3}"#, r#"{"a": {"b": [1, 2]}} FAULT ambiguous REST }, "c": 3}"#),
        (r#"{"a": "low"|"high"}"#, r#"{"a": "low"} FAULT ambiguous REST |"high"}"#),
    ]);
}

#[test]
fn err_no_reading() {
    check(&[
        (r#"{"a": }"#, r#"{"a": null} FAULT missing"#),
        (r#"{"a": 1/6}"#, r#"{"a": null} FAULT syntax"#),
        (r#"{"a": f(1)}"#, r#"{"a": null} FAULT syntax"#),
        (r#"{"a", "b"}"#, r#"{} FAULT syntax REST , "b"}"#),
        (r#"[{"a": 1, {"a": 2, {"a": 3]"#, r#"[{"a": 1}, {"a": 2}] missing_closer FAULT syntax REST {"a": 3]"#),
        (r#"{"a": 5*11}"#, r#"{"a": null} FAULT syntax"#),
        (r#"[1, : 2]"#, r#"[1, null] FAULT syntax"#),
    ]);
}
