//! Which types hold artifacts: what programs write of these is more than what a model writes.

use super::clash::{each_decl, each_type};
use crate::ir::{DeclId, Ir};

/// The types that hold artifacts, at any depth.
#[derive(Debug)]
pub(crate) struct Holders(Vec<bool>);

impl Holders {
    /// Whether the type is an artifact, or holds one.
    pub(crate) fn has(&self, id: DeclId) -> bool {
        // OK because there is one entry for each type.
        self.0[id.0 as usize]
    }
}

/// Finds them, in time linear in the references of all types.
pub(super) fn find(ir: &Ir) -> Holders {
    let mut holds: Vec<bool> = ir.decls.iter().map(|decl| decl.ext.alias.is_some()).collect();
    let mut work: Vec<usize> = (0..holds.len()).filter(|at| holds[*at]).collect();
    if work.is_empty() {
        return Holders(holds);
    }
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); ir.decls.len()];
    for (at, decl) in ir.decls.iter().enumerate() {
        each_type(&decl.kind, &mut |ty| each_decl(ty, &mut |id| users[id.0 as usize].push(at)));
    }
    while let Some(at) = work.pop() {
        for user in std::mem::take(&mut users[at]) {
            if !std::mem::replace(&mut holds[user], true) {
                work.push(user);
            }
        }
    }
    Holders(holds)
}
