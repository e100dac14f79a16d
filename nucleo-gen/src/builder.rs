//! What a build script calls.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::diag::{Diags, Level};
use crate::emit::Layout;
use crate::emit::dialect::Dialect;
use crate::emit::grammar::Grammar;
use crate::error::Error;
use crate::flow;
use crate::options::{Dates, Options, Serde};
use crate::report;
use crate::source::Sources;

/// Generates the answer types of a crate from its build script.
///
/// ```no_run
/// fn main() -> Result<(), nucleo_gen::Error> {
///     nucleo_gen::Builder::new().schemas("schemas").build()
/// }
/// ```
///
/// The order of calls never matters, but that of the lint levels: the last word counts.
#[derive(Debug, Clone, Default)]
pub struct Builder {
    schemas: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    #[cfg(feature = "baseline")]
    baseline: Option<String>,
    pub(crate) options: Options,
}

impl Builder {
    /// A builder with the defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a schema file, or a folder with all schema files below it. A path is relative to the crate's own folder.
    pub fn schemas(&mut self, path: impl Into<PathBuf>) -> &mut Self {
        self.schemas.push(path.into());
        self
    }

    /// The folder that `answers.rs` is written to. The default is cargo's `OUT_DIR`.
    pub fn out_dir(&mut self, path: impl Into<PathBuf>) -> &mut Self {
        self.out_dir = Some(path.into());
        self
    }

    /// The Rust types of dates and times. The default is [`Dates::Text`].
    pub fn dates(&mut self, dates: Dates) -> &mut Self {
        self.options.dates = dates;
        self
    }

    /// The Rust type of a `format`: `.format("uuid", "uuid::Uuid")`. It is read through `FromStr` and written through
    /// `Display`; a text that it refuses is a fault like any other.
    pub fn format(&mut self, format: impl Into<String>, rust: impl Into<String>) -> &mut Self {
        self.options.formats.insert(format.into(), rust.into());
        self
    }

    /// A further derive on every generated type: `.derive("Eq")`, `.derive("my_crate::Visit")`.
    pub fn derive(&mut self, path: impl Into<String>) -> &mut Self {
        self.options.derives.push((None, path.into()));
        self
    }

    /// A further derive on one generated type, by its Rust name.
    pub fn derive_on(&mut self, name: impl Into<String>, path: impl Into<String>) -> &mut Self {
        self.options.derives.push((Some(name.into()), path.into()));
        self
    }

    /// How types come by `Serialize` and `Deserialize`. The default is [`Serde::Bridge`].
    pub fn serde(&mut self, serde: Serde) -> &mut Self {
        self.options.serde = serde;
        self
    }

    /// The draft of schemas that do not say theirs: `4`, `6`, `7`, `2019-09` or `2020-12`, which is the default.
    pub fn draft(&mut self, draft: impl Into<String>) -> &mut Self {
        self.options.draft = Some(draft.into());
        self
    }

    /// The folder that stands for all addresses with a prefix: nothing is ever fetched.
    pub fn map(&mut self, prefix: impl Into<String>, folder: impl Into<PathBuf>) -> &mut Self {
        self.options.maps.push((prefix.into(), folder.into()));
        self
    }

    /// A folder of schemas that holds artifacts alone: a type without `x-nucleo-type-alias` there is an error, which
    /// names all of them.
    pub fn artifacts(&mut self, folder: impl Into<PathBuf>) -> &mut Self {
        self.options.artifacts.push(folder.into());
        self
    }

    /// A folder that imports of `.proto` files are relative to, before those that are known without a word: the folders
    /// of schemas, and the modules of a `buf.yaml` in them. Needs the feature `proto`.
    #[cfg(feature = "proto")]
    pub fn proto_path(&mut self, folder: impl Into<PathBuf>) -> &mut Self {
        self.options.includes.push(folder.into());
        self
    }

    /// Whether the messages of `.proto` files stand beside the answer types as prost has them, in the module
    /// `answers::wire`, with the ways between the two: `From<&Order>` for the message (`TryFrom` where a text of the answer
    /// may have no place there), and `TryFrom` of the message for `Order`, which checks it against the contract. Nothing
    /// is lost on the way there and back. Needs the feature `prost` here and of `nucleo-runtime`, and `prost` and
    /// `prost-types`, both 0.14, among the crate's dependencies; no `protoc`.
    ///
    /// ```ignore
    /// let message = answers::wire::shop::v1::Order::from(&order);
    /// let order = Order::try_from(message)?;
    /// ```
    #[cfg(feature = "prost")]
    pub fn prost(&mut self, prost: bool) -> &mut Self {
        self.options.prost = prost;
        self
    }

    /// The level of a lint, by its name.
    pub fn lint(&mut self, name: impl Into<String>, level: Level) -> &mut Self {
        self.options.levels.push((name.into(), level));
        self
    }

    /// The dialects of JSON Schema that every answer is rendered in, as constants: `Review::OPENAI`, of type
    /// `nucleo_runtime::Dialect`, and `Review::OPENAI_LOSSES`. A schema that a dialect does not take is an error.
    ///
    /// ```no_run
    /// use nucleo_gen::{Builder, Dialect};
    ///
    /// Builder::new().schemas("schemas").dialects([Dialect::OpenAi, Dialect::Gemini]).build()?;
    /// # Ok::<(), nucleo_gen::Error>(())
    /// ```
    pub fn dialects(&mut self, dialects: impl IntoIterator<Item = Dialect>) -> &mut Self {
        self.options.dialects.extend(dialects);
        self
    }

    /// A dialect that a type, by its Rust name, may do without: where the dialect does not take it, the constant is
    /// missing. `*` stands for every type.
    pub fn optional_dialect(&mut self, dialect: Dialect, name: impl Into<String>) -> &mut Self {
        self.options.optional_dialects.push((dialect, name.into()));
        self
    }

    /// The tokens (of o200k) that a rendering of any answer may have: more are an error at the type. A prompt is paid
    /// for at each call.
    #[cfg(feature = "tokens")]
    pub fn budget(&mut self, rendering: crate::sizes::Rendering, tokens: usize) -> &mut Self {
        self.options.budgets.push((rendering, tokens));
        self
    }

    /// A language of grammars that every answer is rendered in, as constants: `Review::GBNF`, for engines that constrain
    /// what a model writes, and `Review::GBNF_LOSSES`. `.dialect_limit("gbnf.max_text", 200)` and `"gbnf.max_items"`
    /// bound what the schema does not.
    pub fn grammar(&mut self, grammar: Grammar) -> &mut Self {
        self.options.grammars.insert(grammar);
        self
    }

    /// A folder of templates (`.hbs`), rendered when the crate is built with the facts of its types: `shop/order.hbs`
    /// becomes the function `answers::shop::order_prompt`. The syntax is Handlebars', without HTML escapes and partials.
    ///
    /// | in a template | is |
    /// | --- | --- |
    /// | `{{notation Order}}`, `{{json_schema Order}}`, `{{model_schema Order}}`, `{{openai Order}}` and the other dialects, `{{gbnf Order}}` | a text of the type |
    /// | `{{fields Order}}` | its members, a line each |
    /// | `{{values Order.status}}`, `{{examples Order.reply}}` | the values of an enum, examples; of a type or of a member as the model sees it |
    /// | `{{#each (fields Order)}}{{name}} ({{type}}){{/each}}` | a loop over its members: `name`, `type`, `required`, `description`, `values`, `examples`, `default` |
    /// | `{{Order.name}}`, `{{Order.description}}`, `{{Order.field.status.description}}` | one fact |
    /// | `{{arg "customer"}}`, `{{arg "count" "u32"}}`, `{{arg "last" "Order"}}` | a parameter of the function: `&str`, a number, a value of a generated type as JSON |
    ///
    /// Parameters stand in the order of their first mention; a template without any becomes a `const fn` that gives a
    /// `&'static str`. A type, member, fact or helper that is not there is an error at its place in the template.
    ///
    /// What stands at `wording/NAME.hbs` replaces a sentence that the runtime itself says: a name is that of a member of
    /// `nucleo_runtime::Wording` (`legend`, `contract`, `opening`, …), and what that fills in is an `arg`. The defaults,
    /// as such templates, stand in this package's folder `templates/wording`.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let root = std::env::temp_dir().join(format!("nucleo-templates-{}", std::process::id()));
    /// # std::fs::create_dir_all(root.join("templates"))?;
    /// let schema = r#"{"title": "Order", "type": "object", "properties": {"status": {"enum": ["sent", "lost"]}}}"#;
    /// let template = "Where is the parcel of {{arg \"customer\"}}: {{values Order.status}}?";
    /// std::fs::write(root.join("order.json"), schema)?;
    /// std::fs::write(root.join("templates/order.hbs"), template)?;
    ///
    /// let mut builder = nucleo_gen::Builder::new();
    /// let code = builder.schemas(root.join("order.json")).templates(root.join("templates")).generate()?;
    /// assert!(code.contains("pub fn order_prompt(customer: &str) -> String {"));
    /// assert!(code.contains("sent, lost?"));
    /// # std::fs::remove_dir_all(root)?;
    /// # Ok(())
    /// # }
    /// ```
    #[cfg(feature = "templates")]
    pub fn templates(&mut self, folder: impl Into<PathBuf>) -> &mut Self {
        self.options.templates.push(folder.into());
        self
    }

    /// Overrides a limit of a dialect: `.dialect_limit("openai.max_depth", 5)`. Providers change theirs more often than
    /// this crate is released. `.dialect_limit("anthropic.unroll", 3)` writes a type that comes back to itself out three
    /// times, where the dialect has no recursion.
    pub fn dialect_limit(&mut self, name: impl Into<String>, most: u64) -> &mut Self {
        self.options.limits.set.push((name.into(), most));
        self
    }

    /// The schemas that were last published: a file, a folder, or `REVISION:PATH` of git, as `"main:./schemas"`. An edit
    /// since then that breaks stored answers or old binaries is an error, one that breaks source a warning; the lints
    /// `breaks_stored_answers`, `breaks_old_binaries`, `breaks_source` and `changes_prompt` set the levels. Needs the
    /// feature `baseline`.
    ///
    /// A revision needs `git` and the repository: a crate that others build from a package has a folder for its baseline,
    /// or none.
    #[cfg(feature = "baseline")]
    pub fn baseline(&mut self, place: impl Into<String>) -> &mut Self {
        self.baseline = Some(place.into());
        self
    }

    /// What happens to keywords of a schema that neither a type nor a check enforces. The default is [`Level::Allow`]:
    /// they stand in the ledger.
    pub fn unenforced(&mut self, level: Level) -> &mut Self {
        self.options.unenforced = Some(level);
        self
    }

    /// The text of `answers.rs`, for those who keep generated code in their repository. Writes nothing.
    ///
    /// # Errors
    ///
    /// Every fault of the schemas, with file, line and column; the error's `Debug` is the report.
    pub fn generate(&self) -> Result<String, Error> {
        let mut sources = self.load()?;
        Ok(flow::generate(&mut sources, &self.options, Layout::Nested)?.text)
    }

    /// Generates `answers.rs`, and tells cargo what it was made from.
    ///
    /// # Errors
    ///
    /// Every fault of the schemas, with file, line and column; the error's `Debug` is the report.
    pub fn build(&self) -> Result<(), Error> {
        let folder = match &self.out_dir {
            Some(folder) => folder.clone(),
            None => PathBuf::from(variable("OUT_DIR")?),
        };
        let mut sources = self.load()?;
        // Cargo runs a build script that failed again in any case, and shows all that it said: then only the report.
        let output = flow::generate(&mut sources, &self.options, Layout::Nested)?;
        #[cfg(feature = "baseline")]
        self.compare()?;
        self.watch(&sources);
        for warning in &output.warnings {
            let text = report::render(&sources, std::slice::from_ref(warning));
            // cargo shows one line a warning; the rest would be lost.
            text.lines().for_each(|line| println!("cargo::warning={line}"));
        }
        crate::write::file(&folder.join("answers.rs"), &output.text)
    }

    pub(crate) fn load(&self) -> Result<Sources, Error> {
        let diags = Diags::new(self.options.levels.clone());
        if self.schemas.is_empty() {
            diags
                .error_of_call("no schemas were named")
                .help("call `.schemas(\"schemas\")` with the folder or file that holds them")
                .emit();
        }
        flow::load(&self.schemas, &self.options, &diags)
    }

    /// Holds the schemas against the baseline.
    #[cfg(feature = "baseline")]
    fn compare(&self) -> Result<(), Error> {
        use crate::evolve::revision::Place;
        use crate::evolve::{self, Version};
        let Some(place) = &self.baseline else { return Ok(()) };
        let place = Place::find(place, std::path::Path::new("."))?;
        for path in place.watched.iter().filter(|path| path.exists()) {
            println!("cargo::rerun-if-changed={}", path.display());
        }
        let old = Version::read(place, &self.options)?;
        let new = Version::of_build(self.load()?, &self.options)?;
        let messages = evolve::messages(&old, &new, &evolve::edits(&old, &new, &self.options)?, &self.options);
        if messages.iter().any(|message| message.severity == crate::diag::Severity::Error) {
            return Err(Error::report(messages));
        }
        let lines = messages.iter().map(|message| message.render(report::Paint::Plain));
        lines.for_each(|text| text.lines().for_each(|line| println!("cargo::warning={line}")));
        Ok(())
    }

    /// Names every folder that was searched and every file that was read, so that an edit, a new file and nothing else
    /// runs the build script again. A path that is not there would run it at every build.
    fn watch(&self, sources: &Sources) {
        let files = sources.iter().filter_map(|(_, source)| source.path.as_ref());
        for path in sources.roots.iter().chain(&sources.watched).chain(files).filter(|path| path.exists()) {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
}

fn variable(name: &str) -> Result<OsString, Error> {
    env::var_os(name).ok_or_else(|| {
        let why = std::io::Error::new(std::io::ErrorKind::NotFound, format!("`{name}` is not set"));
        Error::io("cannot tell where to write: call `.out_dir(…)`, or build from a build script", why)
    })
}
