//! Front ends: from sources to the IR.

pub(crate) mod json_schema;

pub(crate) fn read(
    _: &mut crate::source::Sources,
    _: &crate::options::Options,
    _: &crate::diag::Diags,
) -> crate::ir::Ir {
    todo!()
}
