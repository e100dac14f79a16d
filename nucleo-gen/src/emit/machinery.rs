//! What the runtime needs of a type: reading, writing, the shape, the bridge to serde.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::rust::{Emit, is_mapped, is_optional, rest_value};
use super::tokens::ident;
use crate::ir::{Decl, DeclId, Field, Kind, Type, TypeKind};
use crate::options::Serde;

/// The implementations of one type.
pub(crate) fn emit(cx: &Emit<'_>, id: DeclId, decl: &Decl) -> Vec<TokenStream> {
    let name = ident(&cx.names[id].rust);
    let from = emit_from_node(cx, id, decl);
    let to = emit_to_node(cx, id, decl);
    let reads = match &decl.kind {
        Kind::Record(it) => rest_value(it).is_some() || it.fields.iter().any(|field| !cx.is_constant(field)),
        Kind::Never => false,
        _ => true,
    };
    let node = if reads { quote!(node) } else { quote!(_) };
    let out = if matches!(decl.kind, Kind::Never) { quote!(_) } else { quote!(out) };
    let mut items = vec![
        quote! {
            impl ::nucleo_runtime::FromNode for #name {
                fn from_node(#node: ::nucleo_runtime::Node<'_>) -> Option<Self> { #from }
            }
        },
        quote! {
            impl ::nucleo_runtime::ToNode for #name {
                fn to_node(&self, #out: &mut ::nucleo_runtime::Writer) { #to }
            }
        },
    ];
    let root = &cx.root;
    let place = Token::u32_unsuffixed(cx.shapes.of(id).0);
    let profile = cx.profiles.path(&cx.cx.settings(id).run, root);
    items.push(quote! {
        impl ::nucleo_runtime::Shaped for #name {
            const SHAPE: ::nucleo_runtime::Shape =
                ::nucleo_runtime::Shape::new(&#root nucleo_table::TABLE, #place, &#profile);
        }
    });
    if cx.options.serde == Serde::Bridge {
        items.push(quote!(::nucleo_runtime::serde_bridge!(#name);));
    }
    items
}

fn emit_from_node(cx: &Emit<'_>, id: DeclId, decl: &Decl) -> TokenStream {
    match &decl.kind {
        Kind::Record(it) => {
            let fields =
                (it.fields.iter().enumerate()).filter(|(_, field)| !cx.is_constant(field)).map(|(at, field)| {
                    let name = ident(&cx.names[id].fields[at].rust);
                    let place = Token::usize_unsuffixed(at);
                    match emit_way(cx, &field.ty, cx.boxed(id, at), is_optional(field)) {
                        None => quote!(#name: node.get(#place)?,),
                        Some(way) => quote!(#name: node.get_as::<#way, _>(#place)?,),
                    }
                });
            let rest = rest_value(it).map(|_| {
                let name = ident(&cx.names[id].rest);
                quote!(#name: node.kept()?,)
            });
            quote!(Some(Self { #(#fields)* #rest }))
        }
        Kind::Enum(it) => {
            let variants = (0..it.values.len()).map(|at| ident(&cx.names[id].variants[at]));
            quote!([#(Self::#variants),*].get(node.variant()).copied())
        }
        Kind::Union(it) => {
            let arms = it.branches.iter().enumerate().map(|(at, branch)| {
                let name = ident(&cx.names[id].variants[at]);
                let place = Token::usize_unsuffixed(at);
                match emit_way(cx, &branch.ty, cx.boxed(id, at), branch.ty.nullable) {
                    None => quote!(#place => Some(Self::#name(node.branch()?)),),
                    Some(way) => quote! {
                        #place => Some(Self::#name(<#way as ::nucleo_runtime::FromNodeAs<_>>::from_node_as(node.inner())?)),
                    },
                }
            });
            quote!(match node.choice() { #(#arms)* _ => None })
        }
        Kind::Newtype(it) => match emit_way(cx, it, cx.boxed(id, 0), it.nullable) {
            None => quote!(::nucleo_runtime::FromNode::from_node(node).map(Self)),
            Some(way) => quote!(<#way as ::nucleo_runtime::FromNodeAs<_>>::from_node_as(node).map(Self)),
        },
        Kind::Never => quote!(None),
    }
}

fn emit_to_node(cx: &Emit<'_>, id: DeclId, decl: &Decl) -> TokenStream {
    let shape = quote!(<Self as ::nucleo_runtime::Shaped>::SHAPE);
    match &decl.kind {
        Kind::Record(it) if it.fields.is_empty() && rest_value(it).is_none() => quote!(out.record(#shape);),
        Kind::Record(it) => {
            let fields = it.fields.iter().enumerate().map(|(at, field)| emit_put(cx, id, at, field));
            let rest = rest_value(it).map(|_| {
                let name = ident(&cx.names[id].rest);
                quote!(record.rest(&self.#name);)
            });
            quote! {
                let mut record = out.record(#shape);
                #(#fields)*
                #rest
            }
        }
        Kind::Enum(_) => quote!(out.variant(#shape, *self as usize);),
        Kind::Union(it) => {
            let arms = it.branches.iter().enumerate().map(|(at, branch)| {
                let name = ident(&cx.names[id].variants[at]);
                match emit_way(cx, &branch.ty, cx.boxed(id, at), branch.ty.nullable) {
                    None => quote!(Self::#name(it) => ::nucleo_runtime::ToNode::to_node(it, out),),
                    Some(way) => {
                        quote!(Self::#name(it) => { <#way as ::nucleo_runtime::ToNodeAs<_>>::to_node_as(it, out); })
                    }
                }
            });
            quote!(match self { #(#arms)* })
        }
        Kind::Newtype(it) => match emit_way(cx, it, cx.boxed(id, 0), it.nullable) {
            None => quote!(::nucleo_runtime::ToNode::to_node(&self.0, out);),
            Some(way) => quote!(<#way as ::nucleo_runtime::ToNodeAs<_>>::to_node_as(&self.0, out);),
        },
        Kind::Never => quote!(match *self {}),
    }
}

/// The writing of one member.
fn emit_put(cx: &Emit<'_>, id: DeclId, at: usize, field: &Field) -> TokenStream {
    let place = Token::usize_unsuffixed(at);
    if cx.is_constant(field) {
        return quote!(record.constant(#place););
    }
    let name = ident(&cx.names[id].fields[at].rust);
    match emit_way(cx, &field.ty, cx.boxed(id, at), is_optional(field)) {
        None => quote!(record.field(#place, &self.#name);),
        Some(way) => quote!(record.field(#place, &::nucleo_runtime::As::<_, #way>::new(&self.#name));),
    }
}

/// The way to a type that holds one of the user's own; `None` where the runtime knows the whole type itself.
pub(super) fn emit_way(cx: &Emit<'_>, ty: &Type, boxed: bool, optional: bool) -> Option<TokenStream> {
    let mut way = match &ty.kind {
        TypeKind::Text(it) if is_mapped(cx, it.format.as_deref()) => quote!(::nucleo_runtime::ByText),
        TypeKind::List(it) => {
            let item = emit_way(cx, &it.item, false, it.item.nullable)?;
            quote!(Vec<#item>)
        }
        TypeKind::Map(it) => {
            let value = emit_way(cx, &it.value, false, it.value.nullable)?;
            quote!(::std::collections::BTreeMap<String, #value>)
        }
        _ => return None,
    };
    if boxed {
        way = quote!(Box<#way>);
    }
    if optional {
        way = quote!(Option<#way>);
    }
    Some(way)
}
