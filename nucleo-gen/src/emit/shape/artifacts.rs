//! The types of artifacts: a model writes a reference, a program writes a reference or all of it.
//!
//! The type with a declaration's own number is that of a reply. A declaration that holds artifacts has another one for
//! what programs write, and an artifact two: all of it, and either.

use std::collections::BTreeMap;

use nucleo_runtime::names::fold;
use nucleo_runtime::shape::{Branch, Field, Format, Kind, Mapped, Record, Rest, Spellings, Text, Type, TypeId, Union};

use super::{Maker, leak, leaked};
use crate::emit::notation::ARTIFACT_REF;
use crate::ir::{self, DeclId, TypeKind};
use crate::options::Options;
use crate::resolve::Resolved;

/// The types of what programs write of a declaration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stored {
    pub(super) whole: TypeId,
    /// Of an artifact: all of it, or its reference.
    pub(super) either: Option<TypeId>,
}

/// What a reference looks like; it names the type to the runtime, too.
fn form(alias: &str) -> String {
    if alias.is_empty() { "«artifact:…»".to_owned() } else { format!("«artifact:{alias}~…»") }
}

/// What a program writes in the place of an artifact of any type.
const STORED_ANY: &str = "stored «artifact:…»";

/// The check of each mapped type of a table, as an expression: those of the user's own types, and those of artifacts.
pub(crate) fn accepts(cx: &Resolved<'_>, options: &Options, paths: &[&[String]]) -> BTreeMap<String, String> {
    let of_format =
        |(format, path): (&String, &String)| (format.clone(), format!("::nucleo_runtime::ByText::accepts::<{path}>"));
    let mut out: BTreeMap<_, _> = options.formats.iter().map(of_format).collect();
    for (at, decl) in cx.ir.decls.iter().enumerate() {
        let Some((alias, _)) = &decl.ext.alias else { continue };
        if decl.is_any_artifact() {
            out.insert(form(alias), "::nucleo_runtime::artifact::accepts_any".to_owned());
            out.insert(STORED_ANY.to_owned(), "::nucleo_runtime::artifact::accepts_stored".to_owned());
        } else {
            // OK because there is a path for each file.
            let module = paths[decl.file.0 as usize].iter().map(|part| format!("{part}::"));
            let path = match decl.ext.ready {
                Some(path) => format!("::nucleo_runtime::{path}"),
                None => format!("super::{}{}", module.collect::<String>(), cx.names[DeclId(at as u32)].rust),
            };
            out.insert(form(alias), format!("::nucleo_runtime::artifact::accepts::<{path}>"));
        }
    }
    out
}

impl Maker<'_> {
    /// Whether a place is that of an artifact.
    pub(super) fn is_artifact(&self, ty: &ir::Type) -> bool {
        matches!(ty.kind, TypeKind::Decl(id) if self.cx.ir[id].is_artifact())
    }

    /// The type of a place that refers to a declaration.
    pub(super) fn of(&self, id: DeclId) -> TypeId {
        let stored = self.stored.get(&id).filter(|_| self.is_stored);
        stored.map_or(TypeId(id.0), |stored| stored.either.unwrap_or(stored.whole))
    }

    /// Numbers the types of what programs write, so that they may refer to each other in a circle.
    pub(super) fn promise_stored(&mut self) {
        let ir = self.cx.ir;
        let is_one = |id: &DeclId| self.cx.holders.has(*id) && !ir.is_only_shown(*id);
        for id in (0..ir.decls.len() as u32).map(DeclId).filter(is_one) {
            let whole = self.promise();
            let either = ir[id].is_artifact().then(|| self.promise());
            self.stored.insert(id, Stored { whole, either });
        }
    }

    fn promise(&mut self) -> TypeId {
        self.types.push(Type::new("", Kind::Never));
        TypeId(self.types.len() as u32 - 1)
    }

    /// Makes what was numbered.
    pub(super) fn store_all(&mut self) {
        let ir = self.cx.ir;
        for (at, decl) in ir.decls.iter().enumerate() {
            let id = DeclId(at as u32);
            let Some(Stored { whole, either }) = self.stored.get(&id).copied() else { continue };
            if let Some(either) = either {
                self.types[either.0 as usize] = self.either(id, decl, whole);
            }
            self.types[whole.0 as usize] = self.decl(id, decl);
        }
    }

    /// The type of a declaration in a reply.
    pub(super) fn reply(&mut self, id: DeclId, decl: &ir::Decl) -> Type {
        let Some((alias, _)) = &decl.ext.alias else { return self.decl(id, decl) };
        let ty = self.reference(id, decl, Rest::Ignore);
        self.mapped(id, ty, &form(alias))
    }

    /// The type of what programs write in the place of an artifact.
    fn either(&mut self, id: DeclId, decl: &ir::Decl, whole: TypeId) -> Type {
        if decl.is_any_artifact() {
            let any = self.place(Type::new("", Kind::Any));
            let ty = self.reference(id, decl, Rest::Keep(any));
            return self.mapped(id, ty, STORED_ANY);
        }
        // Further off than any content: of an object with other members, the faults of its content are told.
        let never = self.place(Type::new("", Kind::Never));
        let reference = self.reference(id, decl, Rest::Keep(never));
        let branches = [reference, whole].map(|ty| Branch { tags: &[], accept: &[], ty });
        let union = Union { tag: None, branches: leak(branches.to_vec()), exclusive: false };
        Type::new(self.name(id), Kind::Union(union))
    }

    fn mapped(&self, id: DeclId, ty: TypeId, name: &str) -> Type {
        // The Rust type is known to the generated code alone: there the table names its check.
        Type::new(self.name(id), Kind::Mapped(Mapped { ty, name: leaked(name), accepts: |_| true }))
    }

    /// The type of an object whose one declared member is the reference of an artifact.
    fn reference(&mut self, id: DeclId, decl: &ir::Decl, rest: Rest) -> TypeId {
        let alias = decl.ext.alias.as_ref().map_or("", |(alias, _)| alias);
        let format = Format::Named(leaked(&form(alias)));
        let ty = self.place(Type::new("", Kind::Text(Text { format, ..Text::ANY })));
        let shown = match &decl.kind {
            ir::Kind::Record(it) => {
                let at = it.fields.iter().position(|field| field.name == ARTIFACT_REF);
                at.map_or(ARTIFACT_REF, |at| leaked(&self.cx.names[id].fields[at].shown))
            }
            _ => ARTIFACT_REF,
        };
        let field = Field { ty, ..Field::new(ARTIFACT_REF, 0).shown(shown).required() };
        // Results of tools show a model the reference as `@ref`.
        let mut spellings = vec![("@ref", 0), ("artifactref", 0), (leaked(&fold(shown)), 0)];
        spellings.sort_unstable();
        spellings.dedup();
        let spellings = Spellings::new(leak(spellings));
        self.place(Type::new(self.name(id), Kind::Record(Record { fields: leak(vec![field]), spellings, rest })))
    }
}
