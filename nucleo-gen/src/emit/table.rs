//! A shape table as Rust code.

use std::collections::BTreeMap;

use nucleo_runtime::pattern::Pattern;
use nucleo_runtime::shape::{
    Branch, Check, Field, Format, Integer, Kind, Limit, List, Literal, Map, Mapped, Number, PatternId, Record, Rest,
    Rule, RuleId, Table, Tag, Text, Tuple, Type, TypeId, Union, Variant, Width,
};
use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

/// The items of the module that holds the table.
pub(crate) fn emit(table: &Table, formats: &BTreeMap<String, String>) -> Vec<TokenStream> {
    let types = table.types.iter().map(|ty| emit_type(ty, formats));
    let rules = table.rules.iter().map(emit_rule);
    let anchors = table.anchors.iter().map(|(resource, anchor, rule)| {
        let rule = rule_id(*rule);
        let resource = Token::u16_unsuffixed(*resource);
        quote!((#resource, #anchor, #rule))
    });
    let mut items = vec![quote!(
        use ::nucleo_runtime::shape::*;
    )];
    items.extend(emit_patterns(table.patterns));
    let patterns = if table.patterns.is_empty() { quote!(&[]) } else { quote!(&PATTERNS) };
    items.push(quote! {
        /// Every type of this build, as the runtime reads and checks it.
        pub(super) static TABLE: Table = Table {
            types: &[#(#types),*],
            rules: &[#(#rules),*],
            patterns: #patterns,
            anchors: &[#(#anchors),*],
        };
    });
    items
}

/// The regular expressions, in a static of their own: an engine is compiled into it at its first use.
fn emit_patterns(patterns: &[Pattern]) -> Vec<TokenStream> {
    if patterns.is_empty() {
        return Vec::new();
    }
    let len = Token::usize_unsuffixed(patterns.len());
    let patterns = patterns.iter().map(|pattern| {
        let source = pattern.source;
        let engine = option(pattern.engine.map(|engine| quote!(#engine)));
        quote!(Pattern::new(#source, #engine))
    });
    let import = quote!(
        use ::nucleo_runtime::pattern::Pattern;
    );
    vec![
        import,
        quote!(
            /// Every regular expression of this build.
            static PATTERNS: [Pattern; #len] = [#(#patterns),*];
        ),
    ]
}

fn emit_type(ty: &Type, formats: &BTreeMap<String, String>) -> TokenStream {
    let Type { name, kind, nullable, rule } = ty;
    let kind = if let Kind::Mapped(it) = kind { emit_mapped(it, formats) } else { emit_kind(kind) };
    let null = nullable.then(|| quote!(.or_null()));
    let rule = rule.map(|RuleId(id)| {
        let id = number(id);
        quote!(.under(#id))
    });
    quote!(Type::new(#name, #kind) #null #rule)
}

fn emit_kind(kind: &Kind) -> TokenStream {
    match kind {
        Kind::Any => quote!(Kind::Any),
        Kind::Never => quote!(Kind::Never),
        Kind::Null => quote!(Kind::Null),
        Kind::Bool => quote!(Kind::Bool),
        Kind::Integer(it) => emit_integer(it),
        Kind::Number(it) => emit_number(it),
        Kind::Text(it) => emit_text(it),
        Kind::Enum(values) => {
            let values = values.iter().map(emit_variant);
            quote!(Kind::Enum(&[#(#values),*]))
        }
        Kind::List(it) => emit_list(it),
        Kind::Tuple(it) => emit_tuple(it),
        Kind::Map(it) => emit_map(it),
        Kind::Record(it) => emit_record(it),
        Kind::Union(it) => emit_union(it),
        // OK because `emit_type` takes these.
        Kind::Mapped(_) => unreachable!("mapped types are emitted with their formats"),
        Kind::Same(id) => {
            let id = type_id(*id);
            quote!(Kind::Same(#id))
        }
    }
}

fn emit_mapped(it: &Mapped, formats: &BTreeMap<String, String>) -> TokenStream {
    let Mapped { ty, name, accepts: _ } = it;
    let id = type_id(*ty);
    // OK because only formats of this map become mapped types, and their paths were parsed before.
    let path: syn::Type = syn::parse_str(&formats[*name]).expect("a path");
    quote!(Kind::Mapped(Mapped { ty: #id, name: #name, accepts: ::nucleo_runtime::ByText::accepts::<#path> }))
}

fn emit_integer(it: &Integer) -> TokenStream {
    let Integer { width, min, max, multiple_of } = it;
    let name = match width {
        Width::I8 => quote!(I8),
        Width::I16 => quote!(I16),
        Width::I32 => quote!(I32),
        Width::I64 => quote!(I64),
        Width::I128 => quote!(I128),
        Width::U8 => quote!(U8),
        Width::U16 => quote!(U16),
        Width::U32 => quote!(U32),
        Width::U64 => quote!(U64),
        Width::U128 => quote!(U128),
    };
    let base = quote!(Integer::new(Width::#name));
    let base = if (*min, *max) == (width.min(), width.max()) {
        base
    } else {
        let (min, max) = (Token::i128_unsuffixed(*min), Token::i128_unsuffixed(*max));
        quote!(#base.within(#min, #max))
    };
    match multiple_of {
        None => quote!(Kind::Integer(#base)),
        Some(of) => quote!(Kind::Integer(Integer { multiple_of: Some(#of), ..#base })),
    }
}

fn emit_number(it: &Number) -> TokenStream {
    let Number { min, max, multiple_of } = it;
    if min.is_none() && max.is_none() && multiple_of.is_none() {
        return quote!(Kind::Number(Number::ANY));
    }
    let (min, max) = (option(min.as_ref().map(emit_limit)), option(max.as_ref().map(emit_limit)));
    let multiple_of = option(multiple_of.map(|of| quote!(#of)));
    quote!(Kind::Number(Number { min: #min, max: #max, multiple_of: #multiple_of }))
}

fn emit_limit(it: &Limit) -> TokenStream {
    let Limit { value, exclusive } = it;
    quote!(Limit { value: #value, exclusive: #exclusive })
}

fn emit_text(it: &Text) -> TokenStream {
    let Text { min, max, patterns, format } = it;
    let mut parts = Vec::new();
    parts.extend(lower(*min));
    parts.extend(upper(*max));
    if !patterns.is_empty() {
        let patterns = patterns.iter().map(|PatternId(id)| {
            let id = number(*id);
            quote!(PatternId(#id))
        });
        parts.push(quote!(patterns: &[#(#patterns),*]));
    }
    if *format != Format::Plain {
        let format = emit_format(format);
        parts.push(quote!(format: #format));
    }
    update(&quote!(Text), &quote!(Text::ANY), &parts)
}

fn emit_format(format: &Format) -> TokenStream {
    match format {
        Format::Plain => quote!(Format::Plain),
        Format::Date => quote!(Format::Date),
        Format::DateTime => quote!(Format::DateTime),
        Format::Time => quote!(Format::Time),
        Format::Duration => quote!(Format::Duration),
        Format::Named(name) => quote!(Format::Named(#name)),
    }
}

fn emit_variant(it: &Variant) -> TokenStream {
    let Variant { value, accept } = it;
    let value = emit_literal(value);
    if accept.is_empty() {
        quote!(Variant::new(#value))
    } else {
        quote!(Variant { value: #value, accept: &[#(#accept),*] })
    }
}

fn emit_list(it: &List) -> TokenStream {
    let List { item: TypeId(item), min, max, unique } = it;
    let item = number(*item);
    let parts = counts(*min, *max, *unique);
    update(&quote!(List), &quote!(List::of(#item)), &parts)
}

fn emit_tuple(it: &Tuple) -> TokenStream {
    let Tuple { items, rest, min, max, unique } = it;
    let items = items.iter().map(|id| type_id(*id));
    let rest = option(rest.map(type_id));
    let (min, max) = (number(*min), bound(*max));
    quote!(Kind::Tuple(Tuple { items: &[#(#items),*], rest: #rest, min: #min, max: #max, unique: #unique }))
}

fn emit_map(it: &Map) -> TokenStream {
    let Map { value: TypeId(value), name, min, max } = it;
    let value = number(*value);
    let mut parts = counts(*min, *max, false);
    if let Some(name) = name {
        let name = type_id(*name);
        parts.push(quote!(name: Some(#name)));
    }
    update(&quote!(Map), &quote!(Map::of(#value)), &parts)
}

fn emit_record(it: &Record) -> TokenStream {
    let Record { fields, spellings, rest } = it;
    let fields = fields.iter().map(emit_field);
    let spellings = spellings.iter().map(|(name, at)| {
        let at = Token::u16_unsuffixed(*at);
        quote!((#name, #at))
    });
    let rest = emit_rest(rest);
    quote! {
        Kind::Record(Record { fields: &[#(#fields),*], spellings: &[#(#spellings),*], rest: #rest })
    }
}

fn emit_field(it: &Field) -> TokenStream {
    let Field { name, shown, ty: TypeId(ty), required, blank, default } = it;
    let ty = number(*ty);
    let shown = (shown != name).then(|| quote!(.shown(#shown)));
    let required_call = required.then(|| quote!(.required()));
    let blank_call = (*required && !blank).then(|| quote!(.blank()));
    let default = default.as_ref().map(|value| {
        let value = emit_literal(value);
        quote!(.default(#value))
    });
    quote!(Field::new(#name, #ty) #shown #required_call #blank_call #default)
}

fn emit_rest(it: &Rest) -> TokenStream {
    match it {
        Rest::Ignore => quote!(Rest::Ignore),
        Rest::Deny => quote!(Rest::Deny),
        Rest::Keep(id) => {
            let id = type_id(*id);
            quote!(Rest::Keep(#id))
        }
        Rest::Match { patterns, other, open } => {
            let patterns = patterns.iter().map(|(PatternId(pattern), ty)| {
                let (pattern, ty) = (number(*pattern), type_id(*ty));
                quote!((PatternId(#pattern), #ty))
            });
            let other = option(other.map(type_id));
            quote!(Rest::Match { patterns: &[#(#patterns),*], other: #other, open: #open })
        }
    }
}

fn emit_union(it: &Union) -> TokenStream {
    let Union { tag, branches, exclusive } = it;
    let tag = option(tag.as_ref().map(|Tag { name, shown }| quote!(Tag { name: #name, shown: #shown })));
    let branches = branches.iter().map(|Branch { tags, accept, ty: TypeId(ty) }| {
        let ty = number(*ty);
        let tags = (!tags.is_empty()).then(|| quote!(.tags(&[#(#tags),*])));
        let accept = (!accept.is_empty()).then(|| quote!(.accept(&[#(#accept),*])));
        quote!(Branch::new(#ty) #tags #accept)
    });
    quote!(Kind::Union(Union { tag: #tag, branches: &[#(#branches),*], exclusive: #exclusive }))
}

fn emit_literal(it: &Literal) -> TokenStream {
    match it {
        Literal::Null => quote!(Literal::Null),
        Literal::Bool(value) => quote!(Literal::Bool(#value)),
        Literal::Number(digits) => quote!(Literal::Number(#digits)),
        Literal::Text(text) => quote!(Literal::Text(#text)),
        Literal::List(items) => {
            let items = items.iter().map(emit_literal);
            quote!(Literal::List(&[#(#items),*]))
        }
        Literal::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let value = emit_literal(value);
                quote!((#name, #value))
            });
            quote!(Literal::Object(&[#(#members),*]))
        }
    }
}

fn emit_rule(it: &Rule) -> TokenStream {
    let checks = it.checks.iter().map(emit_check);
    let resource = Token::u16_unsuffixed(it.resource);
    quote!(Rule { checks: &[#(#checks),*], resource: #resource })
}

fn emit_check(it: &Check) -> TokenStream {
    match it {
        Check::Never => quote!(Check::Never),
        Check::Kinds(kinds) => {
            let bits = Token::u8_unsuffixed(kinds.0);
            quote!(Check::Kinds(Kinds(#bits)))
        }
        Check::Const(value) => call("Const", [emit_literal(value)]),
        Check::Enum(values) => {
            let values = values.iter().map(emit_literal);
            quote!(Check::Enum(&[#(#values),*]))
        }
        Check::Min(it) => call("Min", [emit_limit(it)]),
        Check::Max(it) => call("Max", [emit_limit(it)]),
        Check::MultipleOf(it) => call("MultipleOf", [quote!(#it)]),
        Check::MinLength(it) => call("MinLength", [long(*it)]),
        Check::MaxLength(it) => call("MaxLength", [long(*it)]),
        Check::Pattern(it) => call("Pattern", [pattern_id(*it)]),
        Check::MinItems(it) => call("MinItems", [long(*it)]),
        Check::MaxItems(it) => call("MaxItems", [long(*it)]),
        Check::UniqueItems => quote!(Check::UniqueItems),
        Check::Prefix(rules) => call("Prefix", [rule_ids(rules)]),
        Check::Items(from, rule) => call("Items", [long(*from as u64), rule_id(*rule)]),
        Check::Contains { rule, min, max } => {
            let (rule, min, max) = (rule_id(*rule), long(*min), long(*max));
            quote!(Check::Contains { rule: #rule, min: #min, max: #max })
        }
        Check::Properties(it) => call("Properties", [named_rules(it)]),
        Check::PatternProperties(it) => {
            let it = it.iter().map(|(pattern, rule)| {
                let (pattern, rule) = (pattern_id(*pattern), rule_id(*rule));
                quote!((#pattern, #rule))
            });
            quote!(Check::PatternProperties(&[#(#it),*]))
        }
        Check::Additional { names, patterns, rule } => {
            let (patterns, rule) = (patterns.iter().map(|it| pattern_id(*it)), rule_id(*rule));
            quote!(Check::Additional { names: &[#(#names),*], patterns: &[#(#patterns),*], rule: #rule })
        }
        Check::PropertyNames(rule) => call("PropertyNames", [rule_id(*rule)]),
        Check::Required(names) => quote!(Check::Required(&[#(#names),*])),
        Check::MinProperties(it) => call("MinProperties", [long(*it)]),
        Check::MaxProperties(it) => call("MaxProperties", [long(*it)]),
        Check::DependentRequired(it) => {
            let it = it.iter().map(|(name, names)| quote!((#name, &[#(#names),*])));
            quote!(Check::DependentRequired(&[#(#it),*]))
        }
        Check::DependentSchemas(it) => call("DependentSchemas", [named_rules(it)]),
        Check::AllOf(rules) => call("AllOf", [rule_ids(rules)]),
        Check::AnyOf(rules) => call("AnyOf", [rule_ids(rules)]),
        Check::OneOf(rules) => call("OneOf", [rule_ids(rules)]),
        Check::Not(rule) => call("Not", [rule_id(*rule)]),
        Check::If { test, then, other } => {
            let (test, then, other) = (rule_id(*test), option(then.map(rule_id)), option(other.map(rule_id)));
            quote!(Check::If { test: #test, then: #then, other: #other })
        }
        Check::Ref(rule) => call("Ref", [rule_id(*rule)]),
        Check::DynamicRef { anchor, rule } => {
            let rule = rule_id(*rule);
            quote!(Check::DynamicRef { anchor: #anchor, rule: #rule })
        }
        Check::UnevaluatedItems(rule) => call("UnevaluatedItems", [rule_id(*rule)]),
        Check::UnevaluatedProperties(rule) => call("UnevaluatedProperties", [rule_id(*rule)]),
    }
}

/// `Check::Name(args)`.
fn call<const N: usize>(name: &str, args: [TokenStream; N]) -> TokenStream {
    let name = super::tokens::ident(name);
    quote!(Check::#name(#(#args),*))
}

fn named_rules(rules: &[(&str, RuleId)]) -> TokenStream {
    let rules = rules.iter().map(|(name, rule)| {
        let rule = rule_id(*rule);
        quote!((#name, #rule))
    });
    quote!(&[#(#rules),*])
}

fn rule_ids(rules: &[RuleId]) -> TokenStream {
    let rules = rules.iter().map(|rule| rule_id(*rule));
    quote!(&[#(#rules),*])
}

fn rule_id(id: RuleId) -> TokenStream {
    let id = number(id.0);
    quote!(RuleId(#id))
}

fn type_id(id: TypeId) -> TokenStream {
    let id = number(id.0);
    quote!(TypeId(#id))
}

fn pattern_id(id: PatternId) -> TokenStream {
    let id = number(id.0);
    quote!(PatternId(#id))
}

/// `Kind::Name(base)`, or the base with some fields of its own.
fn update(name: &TokenStream, base: &TokenStream, parts: &[TokenStream]) -> TokenStream {
    if parts.is_empty() { quote!(Kind::#name(#base)) } else { quote!(Kind::#name(#name { #(#parts,)* ..#base })) }
}

fn counts(min: u32, max: u32, unique: bool) -> Vec<TokenStream> {
    let unique = unique.then(|| quote!(unique: true));
    lower(min).into_iter().chain(upper(max)).chain(unique).collect()
}

fn lower(min: u32) -> Option<TokenStream> {
    let token = number(min);
    (min != 0).then(|| quote!(min: #token))
}

fn upper(max: u32) -> Option<TokenStream> {
    let token = number(max);
    (max != u32::MAX).then(|| quote!(max: #token))
}

fn bound(max: u32) -> TokenStream {
    if max == u32::MAX {
        quote!(u32::MAX)
    } else {
        let max = number(max);
        quote!(#max)
    }
}

fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}

fn number(value: u32) -> Token {
    Token::u32_unsuffixed(value)
}

fn long(value: u64) -> TokenStream {
    if value == u64::MAX {
        return quote!(u64::MAX);
    }
    let token = Token::u64_unsuffixed(value);
    quote!(#token)
}
