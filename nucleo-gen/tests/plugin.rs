//! The plugin of protobuf compilers, as a compiler meets it: a request in, a response out.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use prost_reflect::prost::Message as _;
use prost_reflect::prost_types::compiler::CodeGeneratorResponse;
use protox::Compiler;
use protox::file::{ChainFileResolver, File, FileResolver, GoogleFileResolver};

/// Files in memory.
struct Files(Vec<(&'static str, &'static str)>);

impl FileResolver for Files {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        match self.0.iter().find(|(other, _)| *other == name) {
            Some((_, text)) => File::from_source(name, text),
            None => Err(protox::Error::file_not_found(name)),
        }
    }
}

/// The request that a compiler would make of these files, asked for the code of some.
fn request(files: &[(&'static str, &'static str)], asked: &[&str], parameter: &str) -> Vec<u8> {
    let options = include_str!("../proto/nucleo/options.proto");
    let mut resolver = ChainFileResolver::new();
    resolver.add(GoogleFileResolver::new());
    resolver.add(Files([files, &[("nucleo/options.proto", options)]].concat()));
    let mut compiler = Compiler::with_file_resolver(resolver);
    compiler.include_source_info(true).include_imports(true);
    compiler.open_files(asked).expect("it compiles");
    // The files of a set as those of a request: the same bytes under another number, so that no option is lost.
    let set = compiler.encode_file_descriptor_set();
    let mut out = Vec::new();
    asked.iter().for_each(|name| put(&mut out, 1, name.as_bytes()));
    put(&mut out, 2, parameter.as_bytes());
    let mut rest = set.as_slice();
    while !rest.is_empty() {
        let (tag, after) = varint(rest);
        assert_eq!(tag, 1 << 3 | 2);
        let (len, after) = varint(after);
        let (file, after) = after.split_at(len);
        put(&mut out, 15, file);
        rest = after;
    }
    out
}

fn varint(bytes: &[u8]) -> (usize, &[u8]) {
    let len = bytes.iter().position(|byte| *byte < 0x80).expect("an end") + 1;
    let value = bytes[..len].iter().rev().fold(0, |value, byte| value << 7 | usize::from(byte & 0x7f));
    (value, &bytes[len..])
}

fn put(out: &mut Vec<u8>, number: usize, bytes: &[u8]) {
    for mut value in [number << 3 | 2, bytes.len()] {
        while value >= 0x80 {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
    }
    out.extend_from_slice(bytes);
}

/// Runs the plugin, in a folder and with an environment that tell it nothing.
fn run(request: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_protoc-gen-nucleo"))
        .current_dir(std::env::temp_dir())
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    // Dropped at once, which ends the input.
    child.stdin.take().expect("a pipe").write_all(request).expect("written");
    child.wait_with_output().expect("it ends")
}

fn response(output: &Output) -> CodeGeneratorResponse {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    CodeGeneratorResponse::decode(output.stdout.as_slice()).expect("a response")
}

/// What a response says against the schemas or the parameters.
fn error(request: &[u8]) -> String {
    let response = response(&run(request));
    assert!(response.file.is_empty());
    response.error.expect("an error")
}

/// Compares with a recorded text; `NUCLEO_BLESS=1` records it anew.
fn recorded(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plugin").join(name);
    if std::env::var_os("NUCLEO_BLESS").is_some() {
        std::fs::write(&path, text).expect("a record");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "{name}");
}

const ORDER: (&str, &str) = ("shop/v1/order.proto", include_str!("plugin/order.proto"));
const MONEY: (&str, &str) = ("shop/v1/money.proto", include_str!("plugin/money.proto"));
const FAULTS: (&str, &str) = ("shop/v1/faults.proto", include_str!("plugin/faults.proto"));

#[test]
fn ok_a_request_becomes_one_file() {
    let output = run(&request(&[ORDER, MONEY], &[ORDER.0, MONEY.0], ""));
    let response = response(&output);
    assert_eq!(response.error, None);
    assert_eq!(response.supported_features, Some(3));
    assert_eq!(response.file.len(), 1);
    assert_eq!(response.file[0].name(), "mod.rs");
    let declared = |line: &&str| {
        let line = line.trim();
        line.starts_with("//") || line.starts_with("pub ") && !line.starts_with("pub const ")
    };
    let declared: Vec<&str> = response.file[0].content().lines().filter(declared).collect();
    recorded("declared.txt", &(declared.join("\n") + "\n"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    // Fields 3 and 4, which the decoder does not know: the least and the greatest edition.
    let editions = [0x18, 0xe6, 0x07, 0x20, 0xe9, 0x07];
    assert!(output.stdout.windows(editions.len()).any(|it| it == editions));
}

#[test]
fn ok_only_what_is_asked_for_is_an_answer() {
    let code = |asked: &[&str]| {
        let response = response(&run(&request(&[ORDER, MONEY], asked, "")));
        response.file.into_iter().next().expect("a file").content.expect("a text")
    };
    let alone = code(&[ORDER.0]);
    assert!(alone.contains("impl ::nucleo_runtime::Answer for Order "), "{alone}");
    assert!(alone.contains("pub struct Money {") && !alone.contains("Answer for Money "), "{alone}");
    let other = code(&[MONEY.0]);
    assert!(other.contains("Answer for Money ") && !other.contains("Order"), "{other}");
}

#[test]
fn ok_parameters_are_the_options_of_the_command() {
    let with = |parameter: &str| {
        let output = run(&request(&[ORDER, MONEY], &[ORDER.0], parameter));
        let warned = String::from_utf8_lossy(&output.stderr).into_owned();
        let file = response(&output).file.into_iter().next().expect("a file");
        (file.name().to_owned(), file.content().to_owned(), warned)
    };
    let (name, code, _) = with("file=gen/answers.rs, dates=jiff,knob=names=source,dialect=openai,grammar=gbnf,");
    assert_eq!(name, "gen/answers.rs");
    for part in ["jiff", "pub const OPENAI:", "pub const GBNF:"] {
        assert!(code.contains(part), "{part} in {code}");
    }
    let (_, code, warned) = with("derive=Order=PartialOrd,optional_dialect=xai=Order,warn=missing_description");
    assert!(code.contains("PartialOrd"), "{code}");
    assert!(warned.contains("warning[missing_description]: `cents` has no description\n"), "{warned}");
    assert!(warned.contains("--> shop/v1/money.proto:6:9\n6 |   int64 cents = 1;\n"), "{warned}");
}

#[test]
fn err_faults_are_told_as_anywhere() {
    recorded("faults.stderr", &error(&request(&[FAULTS, MONEY], &[FAULTS.0], "deny=missing_description")));
}

#[test]
fn err_parameters_that_are_none() {
    let said = |parameter: &str| {
        let said = error(&request(&[MONEY], &[MONEY.0], parameter));
        said.trim_start().to_owned()
    };
    assert_eq!(said("alow=any_message"), "error: there is no parameter `alow`: did you mean `allow`?");
    assert_eq!(said("quux"), "error: there is no parameter `quux`");
    assert_eq!(said("allow"), "error: the parameter `allow` needs a value: `allow=…`");
    assert_eq!(said("file=a.rs,file=b.rs"), "error: the parameter `file` is given twice");
    let outside = "is no value of the parameter `file`: expected a file below the folder that is written to";
    for name in ["../a.rs", "/a.rs", "a//b.rs", "C:a.rs", "a\\b.rs"] {
        assert_eq!(said(&format!("file={name}")), format!("error: `{name}` {outside}"));
    }
    let dates = "error: `joda` is no value of the parameter `dates`: expected text, jiff or chrono";
    assert_eq!(said("dates=joda"), dates);
    let knob = "error: `names=loud` is no value of the parameter `knob`: the settings are: snake, source";
    assert_eq!(said("knob=names=loud"), knob);
    let lint = "error: there is no lint `missing_descriptions`\n  = help: did you mean `missing_description`?";
    assert_eq!(said("allow=missing_descriptions"), lint);
}

#[test]
fn err_requests_that_are_none() {
    let whole = request(&[ORDER, MONEY], &[ORDER.0], "");
    for bytes in [&b"hello"[..], &whole[..whole.len() - 1], b"\xff"] {
        let output = run(bytes);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with("error: standard input holds no `CodeGeneratorRequest`: "), "{said}");
    }
    assert_eq!(error(b""), "\nerror: the request asks for no file");
    let mut other = whole;
    put(&mut other, 1, b"gone.proto");
    assert_eq!(error(&other), "\nerror: `gone.proto` is asked for, but is not in the request");
    let mut broken = Vec::new();
    put(&mut broken, 1, b"a.proto");
    // A file with a name, and one byte that begins nothing.
    put(&mut broken, 15, b"\x0a\x07a.proto\x22\x01\xff");
    assert!(error(&broken).starts_with("\nerror: `request.binpb` is no whole descriptor set"), "{}", error(&broken));
}
