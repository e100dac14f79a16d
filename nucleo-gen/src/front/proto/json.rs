//! JSON with places in a `.proto` file.

use std::cell::RefCell;
use std::collections::HashSet;

use crate::diag::{SourceId, Span};
use crate::json::{Json, Member, Value};

/// Makes the parts of one document.
pub(super) struct Maker {
    source: SourceId,
    /// Where schemas begin already: the graph knows a schema by its first byte.
    used: RefCell<HashSet<u32>>,
}

impl Maker {
    pub(super) fn new(source: SourceId) -> Self {
        Self { source, used: RefCell::default() }
    }

    /// The place of a schema that came of what stands at `span`: as near to its beginning as no other schema is.
    pub(super) fn fresh(&self, span: Span) -> Span {
        let mut used = self.used.borrow_mut();
        let start = (span.start..).find(|at| used.insert(*at)).unwrap_or(span.start);
        Span { start, end: span.end.max(start + 1), source: self.source }
    }

    /// An object that is a schema.
    pub(super) fn schema(&self, span: Span, members: Vec<(&str, Json)>) -> Json {
        object(self.fresh(span), members)
    }

    /// A value that was written in an option, as one that may hold schemas.
    pub(super) fn settle(&self, json: Json) -> Json {
        let at = json.span;
        let value = match json.value {
            Value::Object(members) => {
                let span = self.fresh(at);
                let member = |it: Member| Member { json: self.settle(it.json), ..it };
                return Json { span, value: Value::Object(members.into_iter().map(member).collect()) };
            }
            Value::List(items) => Value::List(items.into_iter().map(|it| self.settle(it)).collect()),
            // `true` and `false` are schemas, too.
            Value::Bool(value) => return Json { span: self.fresh(at), value: Value::Bool(value) },
            other => other,
        };
        Json { span: at, value }
    }

    /// A schema of objects that have just one of some members, or none of them where none is `required`.
    pub(super) fn choice(&self, at: Span, names: &[impl AsRef<str>], required: bool) -> Json {
        let span = self.fresh(at);
        let each = || -> Vec<Json> {
            names.iter().map(|name| self.schema(at, vec![("required", texts(at, [name.as_ref()]))])).collect()
        };
        let mut branches = each();
        if !required {
            let any = object(self.fresh(at), vec![("anyOf", list(at, each()))]);
            branches.push(self.schema(at, vec![("not", any)]));
        }
        object(span, vec![("oneOf", list(at, branches))])
    }
}

pub(super) fn object(span: Span, members: Vec<(&str, Json)>) -> Json {
    let member = |(name, json): (&str, Json)| Member { name: name.to_owned(), name_span: json.span, json };
    Json { span, value: Value::Object(members.into_iter().map(member).collect()) }
}

pub(super) fn text(span: Span, text: impl Into<String>) -> Json {
    Json { span, value: Value::Text(text.into()) }
}

pub(super) fn texts<T: Into<String>>(span: Span, items: impl IntoIterator<Item = T>) -> Json {
    list(span, items.into_iter().map(|it| text(span, it)).collect())
}

pub(super) fn number(span: Span, number: impl ToString) -> Json {
    Json { span, value: Value::Number(number.to_string()) }
}

pub(super) fn boolean(span: Span, value: bool) -> Json {
    Json { span, value: Value::Bool(value) }
}

pub(super) fn list(span: Span, items: Vec<Json>) -> Json {
    Json { span, value: Value::List(items) }
}
