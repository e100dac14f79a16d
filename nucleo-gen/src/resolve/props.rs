//! Properties of names and cycles, over random types.

use std::collections::HashSet;

use proptest::prelude::*;

use crate::diag::{Diags, Level};
use crate::emit::notation;
use crate::emit::sketch::{plain, span};
use crate::ir::{
    Branch, Decl, DeclId, Doc, Enum, Ext, Field, File, FileId, Ir, Kind, List, NamedBy, Record, Rest, Text, Type,
    TypeKind, Union, Value,
};
use crate::json::{Json, Value as JsonValue};
use crate::knobs::{self, Knobs, Names as Spelling};
use crate::resolve::cycles;
use crate::resolve::{self, names};

/// A type before it has a place: its name, and the names that it holds, each with the type that it leads to.
#[derive(Debug, Clone)]
struct Plan {
    name: String,
    sort: u8,
    parts: Vec<(String, usize, u8)>,
}

fn source() -> Knobs {
    Knobs { names: Some(Spelling::Source), ..Knobs::default() }
}

fn spelling() -> impl Strategy<Value = String> {
    let hard =
        ["", "_", "__", "-", "+", "<=", "type", "self", "Self", "Option", "String", "fooBar", "foo_bar", "foo-bar"];
    let hard = hard.map(str::to_owned).to_vec();
    prop_oneof![
        3 => proptest::sample::select(hard),
        2 => "[a-cA-C_ .+-]{0,6}",
        1 => "[0-9][a-z0-9.]{0,4}",
        1 => "[名前ユーザßéЦя🙂\u{301} ]{0,4}",
        1 => any::<String>(),
    ]
}

fn plans() -> impl Strategy<Value = Vec<Plan>> {
    let parts = proptest::collection::vec((spelling(), any::<usize>(), 0u8..6), 0..8);
    proptest::collection::vec(
        (spelling(), 0u8..4, parts).prop_map(|(name, sort, parts)| Plan { name, sort, parts }),
        1..8,
    )
}

fn ty(to: usize, how: u8, len: usize) -> Type {
    let decl = plain(TypeKind::Decl(DeclId((to % len) as u32)));
    let list =
        |item| TypeKind::List(Box::new(List { item, min: None, max: None, unique: false, item_doc: Doc::default() }));
    match how {
        0 => plain(TypeKind::Text(Text::default())),
        1 => plain(list(decl)),
        2 => Type { nullable: true, ..decl },
        _ => decl,
    }
}

fn ir(plans: &[Plan]) -> Ir {
    let answers = (0..plans.len()).map(|at| DeclId(at as u32)).collect();
    let source = span().source;
    let module = vec!["file".to_owned()];
    let file = File { source, module, root: None, answers, rule: None, knobs: Knobs::default() };
    let decls = plans.iter().enumerate().map(|(at, plan)| decl(plan, at, plans.len())).collect();
    Ir { files: vec![file], decls, ..Ir::default() }
}

fn decl(plan: &Plan, at: usize, len: usize) -> Decl {
    let mut seen = HashSet::new();
    let parts: Vec<_> = plan.parts.iter().filter(|(name, ..)| seen.insert(name)).collect();
    let kind = match plan.sort {
        0 => Kind::Enum(Enum { values: parts.iter().map(|(name, ..)| value(name)).collect() }),
        1 => Kind::Union(Union {
            tag: None,
            branches: parts.iter().map(|(name, to, how)| branch(name, ty(*to, *how, len))).collect(),
            exclusive: false,
        }),
        _ => Kind::Record(Record {
            fields: parts.iter().map(|(name, to, how)| field(name, ty(*to, *how, len))).collect(),
            rest: Rest::Open,
            groups: Vec::new(),
        }),
    };
    Decl {
        name: plan.name.clone(),
        named_by: NamedBy::Definition,
        file: FileId(0),
        place: format!("#/$defs/{at}"),
        doc: Doc::default(),
        kind,
        rule: None,
        ext: Ext::default(),
        knobs: Knobs::default(),
        span: span(),
    }
}

fn value(text: &str) -> Value {
    let json = Json { span: span(), value: JsonValue::Text(text.to_owned()) };
    Value { json, shown: None, doc: Doc::default(), accept: Vec::new(), rust_name: None }
}

fn branch(name: &str, ty: Type) -> Branch {
    let name = name.to_owned();
    Branch { name, tags: Vec::new(), accept: Vec::new(), rust_name: None, doc: Doc::default(), ty, span: span() }
}

fn field(name: &str, ty: Type) -> Field {
    Field { required: true, ..Field::new(name, ty, span()) }
}

fn assign(ir: &Ir) -> names::Names {
    let diags = Diags::new(Vec::new());
    let names = names::assign(ir, &knobs::settle(ir, &source()), &diags);
    assert!(diags.take().is_empty());
    names
}

fn check_distinct<'a>(idents: impl Iterator<Item = &'a str>) {
    let mut seen = HashSet::new();
    for ident in idents {
        assert!(syn::parse_str::<syn::Ident>(ident).is_ok(), "{ident:?} is no identifier");
        assert!(seen.insert(ident), "{ident:?} stands twice");
    }
}

/// Whether values nest without end: a walk along by-value places that never meets a `Box`.
fn check_finite(ir: &Ir) {
    let boxed = cycles::find(ir);
    let mut heights = vec![0usize; ir.decls.len()];
    for _ in 0..=ir.decls.len() {
        for at in 0..ir.decls.len() {
            let id = DeclId(at as u32);
            let places: Vec<&Type> = match &ir[id].kind {
                Kind::Record(it) => it.fields.iter().map(|field| &field.ty).collect(),
                Kind::Union(it) => it.branches.iter().map(|branch| &branch.ty).collect(),
                _ => Vec::new(),
            };
            for (place, ty) in places.into_iter().enumerate() {
                if let (TypeKind::Decl(to), false) = (&ty.kind, boxed.has(id, place)) {
                    heights[at] = heights[at].max(heights[to.0 as usize] + 1);
                }
            }
        }
    }
    assert!(heights.iter().all(|height| *height <= ir.decls.len()), "{heights:?}");
}

proptest! {
    #[test]
    fn ok_names_are_distinct_identifiers(plans in plans()) {
        let ir = ir(&plans);
        let names = assign(&ir);
        let ids: Vec<DeclId> = (0..ir.decls.len()).map(|at| DeclId(at as u32)).collect();
        check_distinct(ids.iter().map(|id| names[*id].rust.as_str()));
        for id in ids {
            check_distinct(names[id].fields.iter().map(|field| field.rust.as_str()));
            check_distinct(names[id].variants.iter().map(String::as_str));
        }
        check_finite(&ir);
    }

    #[test]
    fn ok_one_more_at_the_end_renames_nobody(plans in plans()) {
        let fewer: Vec<Plan> = plans
            .iter()
            .map(|plan| Plan { parts: plan.parts[..plan.parts.len().saturating_sub(1)].to_vec(), ..plan.clone() })
            .collect();
        let (before, after) = (assign(&ir(&fewer)), assign(&ir(&plans)));
        for at in 0..plans.len() {
            let (before, after) = (&before[DeclId(at as u32)], &after[DeclId(at as u32)]);
            prop_assert_eq!(&before.rust, &after.rust);
            prop_assert!(before.fields.iter().zip(&after.fields).all(|(a, b)| a.rust == b.rust));
            prop_assert!(before.variants.iter().zip(&after.variants).all(|(a, b)| a == b));
        }
    }

    #[test]
    fn ok_renderings_are_the_same_twice(plans in plans()) {
        let ir = ir(&plans);
        let draw = || {
            let diags = Diags::new(vec![("name_clash".to_owned(), Level::Allow)]);
            let resolved = resolve::all(&ir, &source(), &diags);
            let _ = diags.take();
            notation::render(&resolved, DeclId(0), 0)
        };
        prop_assert_eq!(draw(), draw());
    }
}
