//! Members that a schema calls summarizable, and that nothing would ever shorten.

use crate::diag::{Diags, Level, Lint};
use crate::ir::{Field, Ir, Kind, Type, TypeKind};

/// A member is summarizable, and is neither a text nor has summaries of its parts.
pub(super) const NEVER_SHORTENED: Lint = Lint { name: "never_shortened", default: Level::Warn };

pub(super) fn check(ir: &Ir, field: &Field, diags: &Diags) {
    let Some(settings) = &field.summarizable else { return };
    if settings.pre_summarized || is_text(ir, &field.ty) {
        return;
    }
    diags
        .lint(NEVER_SHORTENED, field.span, format!("`{}` is summarizable, and yet never shortened", field.name))
        .help("only a text is, or the parts of a member with `preSummarized` of which an artifact has summaries")
        .emit();
}

fn is_text(ir: &Ir, ty: &Type) -> bool {
    match &ty.kind {
        TypeKind::Text(_) => true,
        TypeKind::Decl(id) => matches!(&ir[*id].kind, Kind::Newtype(inner) if is_text(ir, inner)),
        _ => false,
    }
}
