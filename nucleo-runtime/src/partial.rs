//! A value as far as it could be read.

use std::cell::OnceCell;

use crate::path::Step;
use crate::shape::Shape;
use crate::tape::{JsonKind, Node, Tag, Tape};
use crate::write::Writer;

/// The value of `node`, which need not fit `shape`, under the names that programs exchange.
pub(crate) fn partial(node: Node<'_>, shape: Shape) -> Tape<'static> {
    let mut out = Writer::new();
    write(&mut out, node, Some(shape), &mut String::new());
    out.finish()
}

fn write(out: &mut Writer, node: Node<'_>, shape: Option<Shape>, folded: &mut String) {
    match (node.kind(), shape) {
        (JsonKind::Array, Some(shape)) => {
            out.begin(Tag::List);
            node.items().enumerate().for_each(|(at, item)| write(out, item, shape.within(&Step::Index(at)), folded));
            out.end();
        }
        (JsonKind::Object, Some(shape)) => {
            out.begin(Tag::Object);
            let others = OnceCell::new();
            for (name, value) in node.entries() {
                let (name, within) = match shape.field(name, folded) {
                    Some((field, within)) => (field.name, Some(within)),
                    None => (name, *others.get_or_init(|| shape.within(&Step::Entry(0)))),
                };
                out.key(name);
                write(out, value, within, folded);
            }
            out.end();
        }
        _ => out.copy(node),
    }
}
