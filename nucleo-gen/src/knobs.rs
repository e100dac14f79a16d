//! The knobs: what a build, a schema or a type sets otherwise than its profile.
//!
//! One table names each knob, its values, and what it turns. The builder's methods and the `x-nucleo-*` keywords both
//! come from it; so does what `JSON_SCHEMA` publishes.

use nucleo_runtime::profile::{self, Coerce, Exhausted, Frame, History, Paths, Reask, Syntax};
use nucleo_runtime::repair::{RepairKind, RepairKinds};

use crate::builder::Builder;
use crate::diag::Diags;
use crate::emit::pretty::Tree;
use crate::ir::Ir;
use crate::json::{Json, Value as JsonValue};

/// Whose decisions hold where two reference systems disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Generous reading, all faults at once.
    Nucleo,
    /// Plain JSON, closed objects, one fault a turn; no maps, untyped values, dates or cycles.
    Tramai,
}

/// How members are named to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// In snake_case, whatever the schema's own casing.
    Snake,
    /// As the schema spells them.
    Source,
}

/// What becomes of members that a schema does not declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// What the schema says with `additionalProperties`.
    Schema,
    /// They are left out of the value, whatever the schema says.
    Ignore,
    /// Each is a fault, whatever the schema says; the model is shown closed objects.
    Deny,
}

/// What a blank text means where a text is required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blank {
    /// It is missing.
    Refuse,
    /// It is a text like any other.
    Accept,
}

/// In which order members are described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As the schema declares them.
    Declared,
    /// By name.
    Sorted,
}

/// How a schema says that a value may be `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nulls {
    /// Not at all.
    None,
    /// `"nullable": true`, as in OpenAPI 3.0.
    Keyword,
    /// `"type": ["string", "null"]`.
    TypeUnion,
}

/// Every knob as it stands for one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Settings {
    /// What no knob of its own turns follows this.
    pub(crate) profile: Profile,
    pub(crate) names: Names,
    pub(crate) unknown: Unknown,
    pub(crate) blank: Blank,
    pub(crate) order: Order,
    pub(crate) titles: bool,
    pub(crate) nulls: Nulls,
    /// What the generated code carries.
    pub(crate) run: profile::Profile,
}

impl Settings {
    const NUCLEO: Self = Self {
        profile: Profile::Nucleo,
        names: Names::Snake,
        unknown: Unknown::Schema,
        blank: Blank::Refuse,
        order: Order::Declared,
        titles: true,
        nulls: Nulls::TypeUnion,
        run: profile::Profile::NUCLEO,
    };

    const TRAMAI: Self = Self {
        profile: Profile::Tramai,
        names: Names::Source,
        unknown: Unknown::Deny,
        blank: Blank::Accept,
        order: Order::Sorted,
        titles: false,
        nulls: Nulls::Keyword,
        run: profile::Profile::TRAMAI,
    };

    /// Whether an object takes no other members, where its schema says so or not.
    pub(crate) fn is_closed(&self, schema: bool) -> bool {
        match self.unknown {
            Unknown::Schema => schema,
            Unknown::Ignore => false,
            Unknown::Deny => true,
        }
    }
}

macro_rules! knobs {
    ($($(#[$doc:meta])* $name:ident: $ty:ty => $turn:expr;)*) => {
        /// What is set; `None` where what stands around it holds: the file, the build, the profile.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub(crate) struct Knobs {
            $(pub(crate) $name: Option<$ty>,)*
        }

        impl Knobs {
            /// The keyword of each.
            pub(crate) const KEYWORDS: &[&str] = &[$(concat!("x-nucleo-", stringify!($name))),*];

            /// The keywords of a schema.
            pub(crate) fn read(json: &Json, diags: &Diags) -> Self {
                Self { $($name: read(json, concat!("x-nucleo-", stringify!($name)), diags),)* }
            }

            /// The same, where nothing is to be told of faults.
            pub(crate) fn peek(json: &Json) -> Self {
                Self { $($name: json.get(concat!("x-nucleo-", stringify!($name))).and_then(Value::read),)* }
            }

            /// The same as keywords.
            pub(crate) fn keywords(self) -> Vec<(String, Tree)> {
                let mut out = Vec::new();
                $(if let Some(value) = self.$name {
                    out.push((concat!("x-nucleo-", stringify!($name)).to_owned(), value.show()));
                })*
                out
            }

            /// One knob, by its name and by the word or JSON of its setting.
            #[cfg(feature = "cli")]
            pub(crate) fn named(name: &str, setting: &str) -> Result<Self, String> {
                match name {
                    $(stringify!($name) => {
                        let value = word(setting).as_ref().and_then(Value::read);
                        let value = value.ok_or_else(|| format!("the settings are: {}", <$ty as Value>::accepted()))?;
                        Ok(Self { $name: Some(value), ..Self::default() })
                    })*
                    _ => Err(format!("the knobs are: {}", [$(stringify!($name)),*].join(", "))),
                }
            }

            /// These, and where they are not set, others.
            pub(crate) fn or(self, outer: Self) -> Self {
                Self { $($name: self.$name.or(outer.$name),)* }
            }

            fn turn(self, settings: &mut Settings) {
                $(if let Some(value) = self.$name {
                    let turn: fn(&mut Settings, $ty) = $turn;
                    turn(settings, value);
                })*
            }
        }

        /// The knobs. What is not set is as the profile has it. A schema file, or a type of its own, turns each by the
        /// keyword of the same name, `"x-nucleo-order": "sorted"`; what stands nearest to a type counts.
        impl Builder {
            $($(#[$doc])*
            pub fn $name(&mut self, $name: $ty) -> &mut Self {
                self.options.knobs.$name = Some($name);
                self
            })*
        }
    };
}

// The profile stands first, so that the others turn what it sets.
knobs! {
    /// Whose decisions hold where two reference systems disagree. The default is [`Profile::Nucleo`].
    profile: Profile => |it, value| *it = if value == Profile::Tramai { Settings::TRAMAI } else { Settings::NUCLEO };
    /// How members are named to the model. The default is [`Names::Snake`].
    names: Names => |it, value| it.names = value;
    /// What becomes of members that a schema does not declare. The default is [`Unknown::Schema`].
    unknown: Unknown => |it, value| it.unknown = value;
    /// What a blank text means where a text is required. The default is [`Blank::Refuse`].
    blank: Blank => |it, value| it.blank = value;
    /// Which deviations from JSON are mended. The default is [`Syntax::Lenient`].
    syntax: Syntax => |it, value| it.run.syntax = value;
    /// Which values of another kind are taken. The default is [`Coerce::Lenient`].
    coercion: Coerce => |it, value| it.run.coerce = value;
    /// Which repairs are faults, beside those that a caller's policy refuses; none by default.
    /// `.refuse(RepairKinds::of(&[RepairKind::ListOfOne]))`, and in a schema `"x-nucleo-refuse": ["list_of_one"]`.
    refuse: RepairKinds => |it, value| it.run.refuse = value;
    /// Whether a reply in the form of the schema itself, or under its type's name, is unwrapped. The default is `true`.
    echo: bool => |it, value| it.run.echo = value;
    /// In which order members are described. A model writes them in that order, so that it matters what comes first.
    /// The default is [`Order::Declared`].
    order: Order => |it, value| it.order = value;
    /// Whether schemas name each type with `title`, and describe it where nobody did. The default is `true`.
    titles: bool => |it, value| it.titles = value;
    /// How schemas say that a value may be `null`. The default is [`Nulls::TypeUnion`].
    nulls: Nulls => |it, value| it.nulls = value;
    /// How feedback writes the place of a fault. The default is [`Paths::Dotted`].
    paths: Paths => |it, value| it.run.paths = value;
    /// How many faults feedback names, at least one. The default is 8.
    faults: u8 => |it, value| {
        it.run.faults = value.max(1);
        if value > 1 {
            // The other frame has room for one.
            it.run.frame = Frame::List;
        }
    };
    /// What becomes of a failed turn when a correction is asked for. The default is [`History::Append`].
    history: History => |it, value| it.run.history = value;
    /// What a correction asks for. The default is [`Reask::Whole`].
    reask: Reask => |it, value| it.run.reask = value;
    /// How many corrections are asked for. The default is 2.
    corrections: u8 => |it, value| it.run.corrections = value;
    /// What the end of the corrections gives. The default is [`Exhausted::Reject`].
    exhausted: Exhausted => |it, value| it.run.exhausted = value;
}

/// The settings of every type: its own keywords, then its file's, then the build's.
pub(crate) fn settle(ir: &Ir, build: &Knobs) -> Vec<Settings> {
    let of_decl = |decl: &crate::ir::Decl| {
        // OK because every type stands in a file.
        let file = &ir.files[decl.file.0 as usize];
        let mut settings = Settings::NUCLEO;
        decl.knobs.or(file.knobs).or(*build).turn(&mut settings);
        settings
    };
    ir.decls.iter().map(of_decl).collect()
}

fn read<T: Value>(json: &Json, keyword: &str, diags: &Diags) -> Option<T> {
    let json = json.get(keyword)?;
    let value = T::read(json);
    if value.is_none() {
        let message = match &json.value {
            JsonValue::Text(text) => format!("`{keyword}` has no setting `{text}`"),
            JsonValue::Number(digits) => format!("`{keyword}` has no setting {digits}"),
            _ => format!("`{keyword}` must be one of its settings"),
        };
        let place = diags.error(json.span, message).help(format!("the settings are: {}", T::accepted()));
        let scalar = matches!(json.value, JsonValue::Text(_) | JsonValue::Number(_));
        if scalar { place } else { place.here(format!("found {}", json.kind())) }.emit();
    }
    value
}

/// A setting as a person writes it in a line: JSON, or a word.
#[cfg(feature = "cli")]
fn word(setting: &str) -> Option<Json> {
    use crate::diag::SourceId;
    let read = |text: &str| {
        let document = nucleo_runtime::document::parse(text).ok()?;
        Some(Json::of(document.root(), SourceId(0), &Diags::default()))
    };
    read(setting).or_else(|| read(&serde_json::to_string(setting).ok()?))
}

/// What a knob is set to.
trait Value: Copy {
    fn read(json: &Json) -> Option<Self>;

    /// All values, for a message.
    fn accepted() -> String;

    /// As a schema spells it.
    fn show(self) -> Tree;
}

/// The values of a knob, each with its word.
pub(crate) trait Words: Copy + PartialEq + 'static {
    const WORDS: &'static [(&'static str, Self)];

    fn of_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
    }

    fn words() -> String {
        Self::WORDS.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")
    }
}

impl<T: Words> Value for T {
    fn read(json: &Json) -> Option<Self> {
        Self::of_word(json.as_str()?)
    }

    fn accepted() -> String {
        Self::words()
    }

    fn show(self) -> Tree {
        let word = Self::WORDS.iter().find(|(_, value)| *value == self).map(|(word, _)| *word);
        Tree::text(word.unwrap_or_default())
    }
}

impl Value for bool {
    fn read(json: &Json) -> Option<Self> {
        match json.as_str() {
            Some("on") => Some(true),
            Some("off") => Some(false),
            _ => json.as_bool(),
        }
    }

    fn accepted() -> String {
        "true, false".to_owned()
    }

    fn show(self) -> Tree {
        Tree::Bool(self)
    }
}

impl Value for u8 {
    fn read(json: &Json) -> Option<Self> {
        if let JsonValue::Number(digits) = &json.value { digits.parse().ok() } else { None }
    }

    fn accepted() -> String {
        "whole numbers from 0 to 255".to_owned()
    }

    fn show(self) -> Tree {
        Tree::number(self)
    }
}

impl Value for RepairKinds {
    fn read(json: &Json) -> Option<Self> {
        let JsonValue::List(items) = &json.value else { return None };
        let kinds: Option<Vec<_>> = items.iter().map(|item| RepairKind::named(item.as_str()?)).collect();
        Some(Self::of(&kinds?))
    }

    fn accepted() -> String {
        let names: Vec<&str> = RepairKind::ALL.iter().map(|kind| kind.name()).collect();
        format!("arrays of {}", names.join(", "))
    }

    fn show(self) -> Tree {
        Tree::List(self.iter().map(|kind| Tree::text(kind.name())).collect())
    }
}

macro_rules! words {
    ($($ty:ident { $($word:literal = $variant:ident),* })*) => {
        $(impl Words for $ty {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),*];
        })*
    };
}

words! {
    Profile { "nucleo" = Nucleo, "tramai" = Tramai }
    Names { "snake" = Snake, "source" = Source }
    Unknown { "schema" = Schema, "ignore" = Ignore, "deny" = Deny }
    Blank { "refuse" = Refuse, "accept" = Accept }
    Syntax { "lenient" = Lenient, "strict" = Strict }
    Coerce { "lenient" = Lenient, "basic" = Basic, "off" = Off }
    Order { "declared" = Declared, "sorted" = Sorted }
    Nulls { "none" = None, "keyword" = Keyword, "type_union" = TypeUnion }
    Paths { "dotted" = Dotted, "quoted" = Quoted, "pointer" = Pointer }
    History { "append" = Append, "replace_last" = ReplaceLast }
    Reask { "whole" = Whole, "fields" = Fields }
    Exhausted { "reject" = Reject, "return" = Return }
}

#[cfg(test)]
mod tests;
