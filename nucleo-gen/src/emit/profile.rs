//! The runtime's part of the knobs, as constants: one for each that the runtime has not itself.

use nucleo_runtime::Wording;
use nucleo_runtime::profile::Profile;
use nucleo_runtime::repair::RepairKinds;

use super::text::{block, quoted, slice};
use super::tokens;

/// The profiles that generated code holds itself, in the order of their first use.
pub(crate) struct Profiles(Vec<Profile>);

impl Profiles {
    pub(crate) fn gather<'a>(all: impl Iterator<Item = &'a Profile>) -> Self {
        let mut own: Vec<Profile> = Vec::new();
        for profile in all {
            if *profile != Profile::NUCLEO && *profile != Profile::TRAMAI && !own.contains(profile) {
                own.push(*profile);
            }
        }
        Self(own)
    }

    /// The path of one of them from a module; `up` leads to the module that holds the table.
    pub(crate) fn path(&self, profile: &Profile, up: &str) -> String {
        match self.0.iter().position(|it| it == profile) {
            Some(at) => format!("{up}nucleo_table::{}", name(at)),
            None if *profile == Profile::TRAMAI => "::nucleo_runtime::profile::Profile::TRAMAI".to_owned(),
            None => "::nucleo_runtime::profile::Profile::NUCLEO".to_owned(),
        }
    }

    pub(crate) fn statics(&self) -> impl Iterator<Item = String> {
        self.0.iter().enumerate().map(|(at, profile)| {
            let ty = "::nucleo_runtime::profile::Profile";
            let doc = "/// How replies to some of the types are read.";
            format!("{doc}\npub(super) static {}: {ty} = {};", name(at), emit(profile))
        })
    }
}

/// `PROFILE`, `PROFILE_2` …
fn name(at: usize) -> String {
    if at == 0 { "PROFILE".to_owned() } else { format!("PROFILE_{}", at + 1) }
}

/// What is set, over the profile that it was set in.
fn emit(it: &Profile) -> String {
    // No knob turns this: it is the base's.
    let is_tramai = it.extract == Profile::TRAMAI.extract;
    let (base, name) = if is_tramai { (Profile::TRAMAI, "TRAMAI") } else { (Profile::NUCLEO, "NUCLEO") };
    let Profile {
        extract: _,
        wording,
        syntax,
        coerce,
        refuse,
        echo,
        paths,
        faults,
        frame,
        history,
        reask,
        exhausted,
        corrections,
    } = *it;
    let fields = [
        (wording != base.wording).then(|| reworded(wording, base.wording, name)),
        (syntax != base.syntax).then(|| variant("syntax", "Syntax", &syntax)),
        (coerce != base.coerce).then(|| variant("coerce", "Coerce", &coerce)),
        (refuse != base.refuse).then(|| refused(refuse)),
        (echo != base.echo).then(|| format!("echo: {echo}")),
        (paths != base.paths).then(|| variant("paths", "Paths", &paths)),
        (faults != base.faults).then(|| format!("faults: {faults}")),
        (frame != base.frame).then(|| variant("frame", "Frame", &frame)),
        (history != base.history).then(|| variant("history", "History", &history)),
        (reask != base.reask).then(|| variant("reask", "Reask", &reask)),
        (exhausted != base.exhausted).then(|| variant("exhausted", "Exhausted", &exhausted)),
        (corrections != base.corrections).then(|| format!("corrections: {corrections}")),
    ];
    let rest = format!("..::nucleo_runtime::profile::Profile::{name}\n}}");
    let fields: Vec<String> = fields.into_iter().flatten().collect();
    block(0, "::nucleo_runtime::profile::Profile {", &fields, &format!("    {rest}"))
}

/// The sentences that are replaced.
fn reworded(wording: &Wording, base: &Wording, name: &str) -> String {
    let both = wording.texts().into_iter().zip(base.texts());
    let own = both.filter(|((_, text), (_, default))| text != default);
    let fields: Vec<String> = own.map(|((name, text), _)| format!("{name}: {}", literal(text))).collect();
    let base = if name == "TRAMAI" { name } else { "DEFAULT" };
    let rest = format!("        ..::nucleo_runtime::Wording::{base}\n    }}");
    format!("wording: {}", block(1, "&::nucleo_runtime::Wording {", &fields, &rest))
}

/// A raw string where there are quotes in it, as the rest of the generated code has it.
fn literal(text: &str) -> String {
    if text.contains('"') { tokens::raw_str(text) } else { quoted(text) }
}

/// The refused kinds of repair, by their names.
fn refused(refuse: RepairKinds) -> String {
    let kinds: Vec<String> =
        refuse.iter().map(|kind| format!("::nucleo_runtime::repair::RepairKind::{kind:?}")).collect();
    format!("refuse: ::nucleo_runtime::repair::RepairKinds::of({})", slice(1, &kinds))
}

/// `syntax: ::nucleo_runtime::profile::Syntax::Strict`: the runtime's enums print as their variants are spelled.
fn variant(field: &str, ty: &str, value: &dyn std::fmt::Debug) -> String {
    format!("{field}: ::nucleo_runtime::profile::{ty}::{value:?}")
}
