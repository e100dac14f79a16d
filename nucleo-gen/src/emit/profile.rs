//! The runtime's part of the knobs, as constants: one for each that the runtime has not itself.

use nucleo_runtime::profile::Profile;
use nucleo_runtime::repair::RepairKinds;
use proc_macro2::{Literal as Token, TokenStream};
use quote::{format_ident, quote};

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

    /// The path of one of them from a module; `root` leads to the module that holds the table.
    pub(crate) fn path(&self, profile: &Profile, root: &TokenStream) -> TokenStream {
        match self.0.iter().position(|it| it == profile) {
            Some(at) => {
                let name = name(at);
                quote!(#root nucleo_table::#name)
            }
            None if *profile == Profile::TRAMAI => quote!(::nucleo_runtime::profile::Profile::TRAMAI),
            None => quote!(::nucleo_runtime::profile::Profile::NUCLEO),
        }
    }

    pub(crate) fn statics(&self) -> impl Iterator<Item = TokenStream> {
        self.0.iter().enumerate().map(|(at, profile)| {
            let name = name(at);
            let value = emit(profile);
            quote! {
                /// How replies to some of the types are read.
                pub(super) static #name: ::nucleo_runtime::profile::Profile = #value;
            }
        })
    }
}

/// `PROFILE`, `PROFILE_2` …
fn name(at: usize) -> proc_macro2::Ident {
    if at == 0 { format_ident!("PROFILE") } else { format_ident!("PROFILE_{}", at + 1) }
}

/// What is set, over the profile that it was set in.
fn emit(it: &Profile) -> TokenStream {
    let (base, name) = if it.wording == Profile::TRAMAI.wording {
        (Profile::TRAMAI, quote!(TRAMAI))
    } else {
        (Profile::NUCLEO, quote!(NUCLEO))
    };
    let Profile {
        // No knob turns these two: they are the base's.
        extract: _,
        wording: _,
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
    let faults_token = Token::u8_unsuffixed(faults);
    let corrections_token = Token::u8_unsuffixed(corrections);
    let fields = [
        (syntax != base.syntax).then(|| variant("syntax", "Syntax", &syntax)),
        (coerce != base.coerce).then(|| variant("coerce", "Coerce", &coerce)),
        (refuse != base.refuse).then(|| emit_refuse(refuse)),
        (echo != base.echo).then(|| quote!(echo: #echo)),
        (paths != base.paths).then(|| variant("paths", "Paths", &paths)),
        (faults != base.faults).then(|| quote!(faults: #faults_token)),
        (frame != base.frame).then(|| variant("frame", "Frame", &frame)),
        (history != base.history).then(|| variant("history", "History", &history)),
        (reask != base.reask).then(|| variant("reask", "Reask", &reask)),
        (exhausted != base.exhausted).then(|| variant("exhausted", "Exhausted", &exhausted)),
        (corrections != base.corrections).then(|| quote!(corrections: #corrections_token)),
    ];
    let fields = fields.into_iter().flatten();
    quote! {
        ::nucleo_runtime::profile::Profile { #(#fields,)* ..::nucleo_runtime::profile::Profile::#name }
    }
}

fn emit_refuse(refuse: RepairKinds) -> TokenStream {
    let kinds = refuse.iter().map(|kind| format_ident!("{kind:?}"));
    quote!(refuse: ::nucleo_runtime::repair::RepairKinds::of(&[#(::nucleo_runtime::repair::RepairKind::#kinds),*]))
}

/// `syntax: ::nucleo_runtime::profile::Syntax::Strict`: the runtime's enums print as their variants are spelled.
fn variant(field: &str, ty: &str, value: &dyn std::fmt::Debug) -> TokenStream {
    let (field, ty, variant) = (format_ident!("{field}"), format_ident!("{ty}"), format_ident!("{value:?}"));
    quote!(#field: ::nucleo_runtime::profile::#ty::#variant)
}
