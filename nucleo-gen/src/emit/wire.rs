//! Messages of protobuf beside the answer types (feature `prost`): prost-build's types, and the ways between the two.
//!
//! `messages` runs prost-build on the descriptors that the schemas came from. `record` and `list` write the conversions of
//! one type each, member by member from the IR, so that they follow whatever form an answer has; `way` says for one value
//! whether there is a way, and whether a value can have no place at its end.

mod list;
mod messages;
mod names;
mod record;
mod way;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use prost_reflect::{EnumDescriptor, FileDescriptor, Kind as WireKind, MessageDescriptor};

use super::layout::Module;
use super::rust::Emit;
use crate::diag::{Diags, Level, Lint};
use crate::ir::{Decl, DeclId, FileId, Ir, Kind};
use crate::options::Options;
use crate::resolve::cycles;
use crate::source::Sources;

/// A message that holds what has no way between answers and messages: an `Any`.
pub(crate) const NO_WIRE_FORM: Lint = Lint { name: "no_wire_form", default: Level::Warn };

/// What the types of a build are in protobuf.
pub(crate) struct Wire {
    messages: HashMap<DeclId, MessageDescriptor>,
    lists: HashMap<DeclId, EnumDescriptor>,
    /// How each message goes; those without a way are not there.
    ways: HashMap<DeclId, Outward>,
    /// The group of messages that hold each other, by name: prost boxes what leads back.
    groups: HashMap<String, usize>,
    /// The module of prost's types.
    module: String,
    /// The types of listed values and of nothing that have their form already.
    made: RefCell<HashSet<(DeclId, String)>>,
}

/// How an answer goes into its message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outward {
    Always,
    /// A text of it may have no place there.
    Perhaps,
}

/// What a type is in protobuf.
enum Form {
    Message(MessageDescriptor),
    Enum(EnumDescriptor),
}

impl Wire {
    /// What the types are, where it is asked for. `paths` are the modules of the files.
    pub(crate) fn of<'e>(
        ir: &Ir,
        options: &Options,
        sources: &Sources,
        paths: &[&[String]],
        emit: impl Fn(FileId) -> Emit<'e>,
        diags: &Diags,
    ) -> Option<Self> {
        if !options.prost || ir.files.is_empty() {
            return None;
        }
        let mut wire = Self::find(ir, sources, paths);
        wire.settle(&emit(FileId(0)), diags);
        Some(wire)
    }

    fn find(ir: &Ir, sources: &Sources, paths: &[&[String]]) -> Self {
        let (mut messages, mut lists) = (HashMap::new(), HashMap::new());
        let files: HashMap<_, _> = sources.protos.iter().map(|it| (it.source, &it.descriptor)).collect();
        for (at, decl) in ir.decls.iter().enumerate() {
            let Some(file) = files.get(&ir.files[decl.file.0 as usize].source) else { continue };
            match form_of(decl, file) {
                Some(Form::Message(it)) if matches!(decl.kind, Kind::Record(_)) => {
                    messages.insert(DeclId(at as u32), it);
                }
                Some(Form::Enum(it)) if matches!(decl.kind, Kind::Enum(_)) => {
                    lists.insert(DeclId(at as u32), it);
                }
                _ => {}
            }
        }
        let mut module = "wire".to_owned();
        while paths.iter().any(|path| path.first() == Some(&module)) {
            module.push('_');
        }
        let groups = groups(messages.values());
        Self { messages, lists, ways: HashMap::new(), groups, module, made: RefCell::default() }
    }

    /// Settles which messages have a way, and how it goes; tells of those that have none.
    fn settle(&mut self, cx: &Emit<'_>, diags: &Diags) {
        let mut ids: Vec<DeclId> = self.messages.keys().copied().collect();
        ids.sort();
        // From the best that may be true down to what is.
        self.ways = ids.iter().map(|id| (*id, Outward::Always)).collect();
        loop {
            let found: Vec<_> = ids.iter().map(|id| (*id, self.outward(cx, *id))).collect();
            let ways: HashMap<_, _> = found.into_iter().filter_map(|(id, way)| Some((id, way?))).collect();
            if std::mem::replace(&mut self.ways, ways) == self.ways {
                break;
            }
        }
        for id in ids.into_iter().filter(|id| !self.ways.contains_key(id)) {
            self.report(cx, id, diags);
        }
    }

    fn report(&self, cx: &Emit<'_>, id: DeclId, diags: &Diags) {
        let Kind::Record(record) = &cx.ir[id].kind else { return };
        let stuck = record.fields.iter().enumerate().find(|(at, _)| self.member(cx, id, *at).is_none());
        if let Some((_, field)) = stuck {
            let message = format!("`{}` of `{}` has no way to prost's types", field.name, cx.ir[id].name);
            let help = "so the message has no conversions: answers of it stay what they are";
            diags.lint(NO_WIRE_FORM, field.span, message).help(help).emit();
        }
    }

    /// The code of the ways of one type.
    pub(crate) fn emit(&self, cx: &Emit<'_>, id: DeclId) -> Vec<String> {
        match (&cx.ir[id].kind, self.lists.get(&id)) {
            (Kind::Record(record), _) if self.ways.contains_key(&id) => self.emit_record(cx, id, record),
            (Kind::Enum(it), Some(list)) => self.emit_list(cx, id, it, list),
            _ => Vec::new(),
        }
    }

    /// Puts prost's types into a module of their own.
    pub(crate) fn emit_messages(&self, ir: &Ir, sources: &Sources, root: &mut Module, diags: &Diags) {
        let used: HashSet<_> = ir.decls.iter().map(|decl| ir.files[decl.file.0 as usize].source).collect();
        let seeds = sources.protos.iter().filter(|it| it.asked || used.contains(&it.source));
        messages::emit(seeds.map(|it| &it.descriptor), &self.module, root, diags);
    }
}

fn form_of(decl: &Decl, file: &FileDescriptor) -> Option<Form> {
    // A definition of a file: what stands deeper is no message of its own.
    let local = decl.place.strip_prefix("#/$defs/").filter(|it| !it.contains('/'))?;
    let package = file.package_name();
    let full = if package.is_empty() { local.to_owned() } else { format!("{package}.{local}") };
    let pool = file.parent_pool();
    let message = pool.get_message_by_name(&full).map(Form::Message);
    message.or_else(|| pool.get_enum_by_name(&full).map(Form::Enum))
}

/// The groups of messages that hold each other, lists aside.
fn groups<'m>(seeds: impl Iterator<Item = &'m MessageDescriptor>) -> HashMap<String, usize> {
    let mut all: Vec<MessageDescriptor> = seeds.cloned().collect();
    all.sort_by(|one, two| one.full_name().cmp(two.full_name()));
    let mut place: HashMap<String, usize> =
        all.iter().enumerate().map(|(at, it)| (it.full_name().to_owned(), at)).collect();
    let mut inner: Vec<Vec<usize>> = Vec::new();
    while inner.len() < all.len() {
        let mut to = Vec::new();
        // OK because there are more messages than were looked at.
        for field in all[inner.len()].clone().fields().filter(|it| !it.is_list() && !it.is_map()) {
            let WireKind::Message(held) = field.kind() else { continue };
            let next = all.len();
            let at = *place.entry(held.full_name().to_owned()).or_insert(next);
            if at == next {
                all.push(held);
            }
            to.push(at);
        }
        inner.push(to);
    }
    let mut out = HashMap::new();
    for (group, members) in cycles::groups(&inner).iter().enumerate() {
        out.extend(members.iter().map(|at| (all[*at].full_name().to_owned(), group)));
    }
    out
}

impl Emit<'_> {
    /// The path of a type, from the module of this one.
    fn type_path(&self, id: DeclId) -> String {
        let (name, FileId(file)) = (&self.names[id].rust, self.ir[id].file);
        if FileId(file) == self.file {
            return name.clone();
        }
        // OK because there is a path for each file.
        let modules: String = self.paths[file as usize].iter().map(|part| format!("{part}::")).collect();
        format!("{}{modules}{name}", self.up)
    }
}
