//! What templates become, and what a user hears of their faults.

use std::path::{Path, PathBuf};

use nucleo_runtime::Wording;

use crate::Builder;

const SCHEMA: &str = r#"{"title":"OrderAnswer","description":"An answer.","type":"object","required":["reply"],"properties":{
    "reply":{"type":"string","description":"What is said.","examples":["Gladly."]},
    "status":{"enum":["sent","lost"]}}}"#;

/// A folder of its own for each test, with a schema and templates.
fn folder(name: &str, templates: &[(&str, &str)]) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/templates").join(name);
    let _ = std::fs::remove_dir_all(&root);
    for (path, text) in templates.iter().chain(&[("../order.json", SCHEMA)]) {
        let path = root.join("templates").join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    root
}

fn generate(name: &str, templates: &[(&str, &str)]) -> Result<String, String> {
    let root = folder(name, templates);
    let made = Builder::new().schemas(root.join("order.json")).templates(root.join("templates")).generate();
    made.map_err(|error| format!("{error:?}").replace(&root.display().to_string(), ""))
}

#[test]
fn ok_a_template_becomes_a_function() {
    let text = "Answer {{arg \"customer\"}} <b>{{arg \"count\" \"u32\"}}</b> times as in\n{{arg \"last\" type=\"OrderAnswer\"}}\n\
                {{#each OrderAnswer.fields}}{{name}} ({{type}}){{#if required}}!{{/if}} {{/each}}\n\
                {{values OrderAnswer.status}}; {{examples OrderAnswer.reply}}; {{OrderAnswer.field.reply.description}}\n";
    let code = generate("function", &[("shop/order.hbs", text)]).expect("code");
    let at = code.find("/// The prompt of").expect("the function");
    let function = &code[at..at + code[at..].find("\n    }\n").expect("its end")];
    let expected = r##"/// The prompt of the template `shop/order.hbs`.
    #[allow(clippy::needless_raw_string_hashes, clippy::too_many_lines, unused_qualifications)]
    #[must_use]
    pub fn order_prompt(customer: &str, count: u32, last: &super::order::OrderAnswer) -> String {
        [
            "Answer ",
            customer,
            " <b>",
            count.to_string().as_str(),
            r#"</b> times as in
"#,
            ::nucleo_runtime::to_string(last).as_str(),
            r#"
reply (string)! status (enum) 
sent, lost; Gladly.; What is said."#,
        ].concat()"##;
    assert_eq!(function, expected);
}

#[test]
fn ok_whole_texts_and_lists() {
    let code = generate("texts", &[("a.hbs", "{{notation OrderAnswer}}\n{{fields OrderAnswer}}")]).expect("code");
    assert!(code.contains("pub const fn a_prompt() -> &'static str {"), "{code}");
    assert!(
        code.contains("- `reply` (string, required): What is said.\n- `status` (enum) One of: sent, lost."),
        "{code}"
    );
}

/// What one template is rendered as, without its function.
fn rendered(name: &str, template: &str) -> String {
    let code = generate(name, &[("a.hbs", template)]).expect("code");
    let (_, body) = code.split_once("-> &'static str {\n    ").expect("a constant");
    let (body, _) = body.split_once("\n}\n").expect("its end");
    syn::parse_str::<syn::LitStr>(body).expect("a text").value()
}

#[test]
fn ok_loops_name_what_they_are_in() {
    let cases = [
        ("{{#each (fields OrderAnswer)}}{{@index}}{{name}}{{#unless @last}}, {{/unless}}{{/each}}", "0reply, 1status"),
        ("{{#each (fields OrderAnswer) as |field at|}}{{at}}{{field.name}} {{/each}}", "0reply 1status "),
        ("{{#each (values OrderAnswer.status)}}<{{this}}>{{/each}}", "<sent><lost>"),
        (
            "{{#each OrderAnswer.fields}}{{#each values}}{{../name}}={{this}} {{/each}}{{/each}}",
            "status=sent status=lost ",
        ),
        ("{{#with OrderAnswer.field.reply}}{{name}} of {{@root.OrderAnswer.name}}{{/with}}", "reply of OrderAnswer"),
        (
            "{{#with OrderAnswer}}{{#each fields}}{{this.name}}{{/each}}{{fields.[0].type}}{{/with}}",
            "replystatusstring",
        ),
        ("{{#if (eq OrderAnswer.name \"OrderAnswer\")}}<&>{{else}}no{{/if}}", "<&>"),
        ("a\r\n", "a"),
        ("", ""),
    ];
    for (at, (template, expected)) in cases.into_iter().enumerate() {
        assert_eq!(rendered(&format!("loop_{at}"), template), expected, "{template}");
    }
}

#[test]
fn ok_a_parameter_that_no_branch_shows_stays_one() {
    let template = "{{arg \"n\" \"u8\"}}{{#if OrderAnswer.field.reply.default}}{{arg \"reply\"}}{{/if}}";
    let code = generate("unused", &[("a.hbs", template)]).expect("code");
    let expected = "#[allow(clippy::needless_raw_string_hashes, clippy::too_many_lines, unused_variables)]\n#[must_use]\npub fn a_prompt(n: u8, reply: &str) -> String {\n    \
                    [\n        n.to_string().as_str(),\n    ].concat()\n}";
    assert!(code.contains(expected), "{code}");
}

#[test]
fn ok_sentences_are_replaced() {
    let code = generate("words", &[("wording/opening.hbs", "{{arg \"type\"}} is not it: {{arg \"problems\"}}.\n")])
        .expect("code");
    assert!(code.contains("opening: \"{type} is not it: {problems}.\""), "{code}");
}

/// The sentences of the runtime as templates; `NUCLEO_BLESS=1` writes them.
#[test]
fn ok_the_defaults_are_templates_too() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let mut found = 0;
    for (name, text) in Wording::DEFAULT.texts() {
        let path = root.join("wording").join(name).with_extension("hbs");
        if std::env::var_os("NUCLEO_BLESS").is_some() {
            std::fs::write(&path, as_template(text) + "\n").expect("a file");
        }
        let template = std::fs::read_to_string(&path).expect("a template of each sentence");
        let code = generate("defaults", &[(&format!("wording/{name}.hbs"), &template)]).expect("code");
        // What is replaced by itself changes nothing: the same bytes.
        assert!(!code.contains("::nucleo_runtime::Wording"), "{name}: {code}");
        found += 1;
    }
    assert_eq!(std::fs::read_dir(root.join("wording")).expect("the folder").count(), found);
}

/// A sentence with its marks as parameters.
fn as_template(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let close = rest[open..].find('}').map_or(rest.len(), |at| open + at);
        let name = &rest[open + 1..close];
        let is_mark = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
        out.push_str(&rest[..open]);
        out.push_str(&if is_mark { format!("{{{{arg \"{name}\"}}}}") } else { "{".to_owned() });
        rest = if is_mark { &rest[close + 1..] } else { &rest[open + 1..] };
    }
    out + rest
}

#[test]
fn err_each_fault_is_told_at_its_tag() {
    let cases = [
        ("Say\n  {{notation OrderAnser}}", "there is no type `OrderAnser`", "2:3", "did you mean `OrderAnswer`?"),
        (
            "{{values OrderAnswer.state}}",
            "there is no member of `OrderAnswer` `state`",
            "1:1",
            "did you mean `status`?",
        ),
        ("{{notaton OrderAnswer}}", "there is no helper `notaton`", "1:1", "did you mean `notation`?"),
        ("{{OrderAnswer.descripton}}", "there is no fact `descripton`", "1:1", "did you mean `description`?"),
        ("{{Order}}", "there is no type `Order`", "1:1", "did you mean"),
        (
            "a\n{{#each OrderAnswer.fields}}\n{{nam}}\n{{/each}}",
            "there is no fact `nam`",
            "3:1",
            "did you mean `name`?",
        ),
        ("{{#eac OrderAnswer.fields}}x{{/eac}}", "there is no block `eac`", "1:1", "did you mean `each`?"),
        ("{{arg \"Customer\"}}", "`Customer` is no name for a parameter", "1:1", "snake_case"),
        ("{{arg \"lastName\"}}", "`lastName` is no name for a parameter", "1:1", "snake_case"),
        ("{{arg \"type\"}}", "`type` is no name for a parameter", "1:1", "snake_case"),
        ("{{arg customer}}", "an `arg` has a name in quotes", "1:1", "write `{{arg \"customer\"}}`"),
        ("{{#if (arg \"x\")}}y{{/if}}", "an `arg` has no value when prompts are made", "1:1", "as it stands"),
        ("{{OrderAnswer}}", "`OrderAnswer` is a whole type", "1:1", "write `{{notation OrderAnswer}}`"),
        ("{{OrderAnswer.fields}}", "`OrderAnswer.fields` is no text", "1:1", "{{#each OrderAnswer.fields}}"),
        ("{{#each OrderAnswer.name}}x{{/each}}", "`each` goes over a list", "1:1", "(fields Type)"),
        ("{{#each (fields OrderAnser)}}{{nam}}{{/each}}", "there is no type `OrderAnser`", "1:1", "`OrderAnswer`?"),
        (
            "a {{#each (fields OrderAnswer)}}\n{{#if this.requird}}x{{/if}}{{/each}}",
            "no fact `requird`",
            "2:1",
            "`required`?",
        ),
        ("{{#each (fields OrderAnswer) as |f|}}{{f.nam}}{{/each}}", "there is no fact `nam`", "1:38", "`name`?"),
        ("{{../OrderAnswer.name}}", "nothing is around this", "1:1", "remove `../`"),
        ("{{@indx}}", "there is no name `@indx`", "1:1", "`@index`?"),
        ("{{notation}}", "`notation` is of a type", "1:1", "write `{{notation Type}}`"),
        ("{{#if}}x{{/if}}", "`if` is of one fact", "1:1", "{{#if Type.fact}}"),
        ("{{arg \"n\" type=\"u23\"}}", "there is no type `u23`", "1:1", "did you mean"),
        (
            "{{arg \"n\"}}\n{{arg \"n\" type=\"u8\"}}",
            "`n` is of type `u8` here, and of type `str` before",
            "2:1",
            "one type",
        ),
        ("{{> part}}", "partials and decorators are not taken here", "1:1", "write the text out"),
        ("x\n{{#if OrderAnswer.name}}\nnever closed\n", "the block `if` is not closed", "2:1", "add `{{/if}}`"),
        ("x\n{{#if", "the block `if` is not closed", "2:1", "add `{{/if}}`"),
        ("x {{arg \"n\"", "this is not a template", "1:", "needs its `}}`"),
        ("{{#if OrderAnswer.name}}x{{/each}}", "the block `if` is closed by `each`", "1:", "close it with `{{/if}}`"),
    ];
    for (at, (template, message, place, help)) in cases.into_iter().enumerate() {
        let report = generate(&format!("err_{at}"), &[("bad.hbs", template)]).expect_err(template);
        assert!(report.contains(message), "{template}: {report}");
        assert!(report.contains(&format!("bad.hbs:{place}")), "{template}: {report}");
        assert!(report.contains(help), "{template}: {report}");
    }
    let two = [("order.hbs", "a"), ("order_prompt.hbs", "b")];
    let report = generate("err_two", &two).expect_err("two of a name");
    assert!(report.contains("two templates make `order_prompt`") && report.contains("the other one"), "{report}");
    let report = generate("err_none", &[("order.txt", "a")]).expect_err("none");
    assert!(report.contains("holds no templates"), "{report}");
    let report = generate("err_word", &[("wording/openin.hbs", "x")]).expect_err("no sentence");
    assert!(
        report.contains("there is no sentence `openin` to replace") && report.contains("wording/opening.hbs"),
        "{report}"
    );
    let report = generate("err_mark", &[("wording/opening.hbs", "{{arg \"kind\"}}")]).expect_err("no mark");
    assert!(
        report.contains("the sentence `opening` has no `kind`") && report.contains("`problems`, `type`"),
        "{report}"
    );
}

#[test]
fn err_a_name_of_two_types_is_none() {
    let root = folder("ambiguous", &[("../b/other.json", SCHEMA), ("a.hbs", "{{notation OrderAnswer}}")]);
    let mut builder = Builder::new();
    builder.schemas(root.join("order.json")).schemas(root.join("b")).templates(root.join("templates"));
    let report = format!("{:?}", builder.generate().expect_err("two types"));
    assert!(report.contains("`OrderAnswer` names two types") && report.contains("x-nucleo-name"), "{report}");
}
