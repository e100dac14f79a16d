//! The envelopes around the answers of agents (`x-nucleo-agent`), as types like any other: so that every rendering, the
//! table and the reader treat them alike.

use super::json_schema::ready;
use crate::diag::Span;
use crate::ir::{
    Agent, Decl, DeclId, Doc, Ext, Field, FileId, Ir, Kind, List, NamedBy, Record, Rest, Text, Type, TypeKind,
};
use crate::json::{Json, Value};
use crate::knobs::Knobs;

/// Adds the envelopes of all answers of agents.
pub(super) fn wrap_all(ir: &mut Ir) {
    let answers: Vec<DeclId> = (0..ir.written as u32).map(DeclId).filter(|id| ir[*id].ext.agent).collect();
    for answer in answers {
        let agent = Maker::of(ir, answer).wrap();
        ir.agents.push(agent);
    }
}

struct Maker<'i> {
    ir: &'i mut Ir,
    answer: DeclId,
    file: FileId,
    place: String,
    knobs: Knobs,
    span: Span,
}

impl<'i> Maker<'i> {
    fn of(ir: &'i mut Ir, answer: DeclId) -> Self {
        let Decl { file, place, knobs, span, .. } = &ir[answer];
        let (file, place, knobs, span) = (*file, place.clone(), *knobs, *span);
        Self { ir, answer, file, place, knobs, span }
    }

    fn wrap(mut self) -> Agent {
        let call = self.call();
        let reasoning = self.reasoning();
        let bare = self.ir.native(self.answer).unwrap_or(self.answer);
        let calls = plain(TypeKind::List(Box::new(List {
            item: plain(TypeKind::Decl(call)),
            min: None,
            max: None,
            unique: false,
            item_doc: Doc::default(),
        })));
        let mut shown = |with_calls: bool, with_reasoning: bool| {
            let answer = if with_reasoning { self.answer } else { bare };
            let mut fields = vec![
                self.field(
                    "final_answer",
                    "True when `answer` is complete and no tool is called",
                    plain(TypeKind::Bool),
                ),
                self.field("answer", "The answer; absent while tools are needed", plain(TypeKind::Decl(answer))),
            ];
            fields[0].required = true;
            if with_calls {
                fields.push(self.field("tool_calls", "The tools to call now", calls.clone()));
            }
            if with_reasoning {
                let ty = plain(TypeKind::Decl(reasoning));
                fields.push(self.field("reasoning", "What this turn rests on", ty));
            }
            let about = "One turn: an answer, calls of tools, or both";
            self.record("ThinkingResponse", NamedBy::Title, about, fields)
        };
        let shown = [shown(true, true), shown(true, false), shown(false, true), shown(false, false)];
        Agent { answer: self.answer, read: self.read(), shown }
    }

    /// What a turn is read as: whatever form its calls and its reasoning have, they spoil no answer.
    fn read(&mut self) -> DeclId {
        let any = || Type { nullable: true, ..plain(TypeKind::Any) };
        let answer = Type { nullable: true, ..plain(TypeKind::Decl(self.answer)) };
        let mut last = self.field("final_answer", "", plain(TypeKind::Bool));
        last.default = Some(Json { span: self.span, value: Value::Bool(false) });
        let fields = vec![
            last,
            self.field("answer", "", answer),
            self.field("tool_calls", "", any()),
            self.field("reasoning", "", any()),
        ];
        self.record("ThinkingResponse", NamedBy::Place, "", fields)
    }

    fn call(&mut self) -> DeclId {
        let input = "An object that fits the tool's input parameters";
        let mut fields = vec![
            self.field("tool_name", "The name of the tool", plain(TypeKind::Text(Text::default()))),
            self.field("input", input, plain(TypeKind::Any)),
        ];
        fields.iter_mut().for_each(|field| field.required = true);
        self.record("ToolCall", NamedBy::Place, "One call of a tool", fields)
    }

    /// The simple shape of reasoning: the built-in one where the schemas have it, else one like it.
    fn reasoning(&mut self) -> DeclId {
        let is_simple = |decl: &Decl| decl.ext.ready == ready::path("nucleo:reasoning/simple");
        if let Some(at) = self.ir.decls.iter().position(is_simple) {
            return DeclId(at as u32);
        }
        let about = "A short justification that a reader can check";
        let thought = self.field("thought", about, plain(TypeKind::Text(Text::default())));
        self.record("SimpleReasoning", NamedBy::Place, about, vec![thought])
    }

    fn record(&mut self, name: &str, named_by: NamedBy, about: &str, fields: Vec<Field>) -> DeclId {
        let decl = self.decl(name, named_by, Kind::Record(Record { fields, rest: Rest::Open, groups: Vec::new() }));
        self.add(Decl { doc: described(about), ..decl })
    }

    fn decl(&self, name: &str, named_by: NamedBy, kind: Kind) -> Decl {
        Decl {
            name: name.to_owned(),
            named_by,
            file: self.file,
            place: format!("{}/envelope/{name}", self.place),
            doc: Doc::default(),
            kind,
            rule: None,
            ext: Ext::default(),
            knobs: self.knobs,
            span: self.span,
        }
    }

    fn add(&mut self, decl: Decl) -> DeclId {
        // OK because the answers of agents are few.
        let id = DeclId(self.ir.decls.len() as u32);
        self.ir.decls.push(decl);
        id
    }

    fn field(&self, name: &str, about: &str, ty: Type) -> Field {
        Field { doc: described(about), ..Field::new(name, ty, self.span) }
    }
}

fn plain(kind: TypeKind) -> Type {
    Type { kind, nullable: false, rule: None }
}

fn described(text: &str) -> Doc {
    Doc { text: Some(text.to_owned()).filter(|text| !text.is_empty()), ..Doc::default() }
}
