//! The text of a file of which only the descriptor is there, as far as its source information tells it.
//!
//! Descriptors say where each name, type and number stood. Written there, they make a text in which every place is that
//! of the file, so that a message shows the right line, and on it what people wrote. What is not told, such as comments,
//! is blank.

use prost_reflect::prost_types::field_descriptor_proto::{Label, Type};
use prost_reflect::prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto};
use std::collections::HashMap;

/// The text, where there is source information.
pub(super) fn text(file: &FileDescriptorProto) -> Option<String> {
    let locations = &file.source_code_info.as_ref().filter(|info| !info.location.is_empty())?.location;
    let spans = locations.iter().filter_map(|it| Some((it.path.as_slice(), Place::of(&it.span)?))).collect();
    let mut page = Page { spans, lines: Vec::new() };
    page.file(file);
    Some(page.lines.iter().map(|line| String::from_utf8_lossy(line).into_owned() + "\n").collect())
}

/// From one place to another, both counted from 0.
#[derive(Debug, Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
    last: usize,
    end: usize,
}

impl Place {
    fn of(span: &[i32]) -> Option<Self> {
        let at = |index: usize| span.get(index).and_then(|it| usize::try_from(*it).ok());
        match span.len() {
            3 => Some(Self { line: at(0)?, column: at(1)?, last: at(0)?, end: at(2)? }),
            4 => Some(Self { line: at(0)?, column: at(1)?, last: at(2)?, end: at(3)? }),
            _ => None,
        }
    }

    fn len(self) -> usize {
        if self.last == self.line { self.end.saturating_sub(self.column) } else { usize::MAX }
    }
}

/// Places beyond these are no places of a file that a person wrote, and would cost memory.
const MOST_LINES: usize = 1 << 20;
const MOST_COLUMNS: usize = 1 << 12;

/// The lines that are written so far.
struct Page<'f> {
    /// Only looked up.
    spans: HashMap<&'f [i32], Place>,
    lines: Vec<Vec<u8>>,
}

impl Page<'_> {
    fn file(&mut self, file: &FileDescriptorProto) {
        self.whole(&[12], &format!("syntax = \"{}\";", file.syntax()));
        self.whole(&[2], &format!("package {};", file.package()));
        for (at, name) in file.dependency.iter().enumerate() {
            self.whole(&[3, at as i32], &format!("import \"{name}\";"));
        }
        for (at, it) in file.message_type.iter().enumerate() {
            self.message(&[4, at as i32], it);
        }
        for (at, it) in file.enum_type.iter().enumerate() {
            self.enumeration(&[5, at as i32], it);
        }
    }

    fn message(&mut self, path: &[i32], message: &DescriptorProto) {
        self.block(path, "message", message.name());
        for (at, it) in message.field.iter().enumerate() {
            let entry =
                message.nested_type.iter().find(|entry| it.type_name().rsplit('.').next() == Some(entry.name()));
            self.field(&join(path, &[2, at as i32]), it, entry.filter(|it| is_entry(it)));
        }
        for (at, it) in message.nested_type.iter().enumerate().filter(|(_, it)| !is_entry(it)) {
            self.message(&join(path, &[3, at as i32]), it);
        }
        for (at, it) in message.enum_type.iter().enumerate() {
            self.enumeration(&join(path, &[4, at as i32]), it);
        }
        for (at, it) in message.oneof_decl.iter().enumerate() {
            self.block(&join(path, &[8, at as i32]), "oneof", it.name());
        }
    }

    fn field(&mut self, path: &[i32], field: &FieldDescriptorProto, entry: Option<&DescriptorProto>) {
        let label = match field.label() {
            Label::Optional => "optional",
            Label::Required => "required",
            Label::Repeated => "repeated",
        };
        self.at(&join(path, &[4]), label);
        self.at(&join(path, &[5]), scalar(field.r#type()));
        self.type_name(&join(path, &[6]), field, entry);
        self.at(&join(path, &[1]), field.name());
        self.number(&join(path, &[3]), field.number());
        self.options(&join(path, &[8]));
        self.end(path, ";");
    }

    /// A type is written out as far as its file does so.
    fn type_name(&mut self, path: &[i32], field: &FieldDescriptorProto, entry: Option<&DescriptorProto>) {
        let Some(place) = self.spans.get(path).copied() else { return };
        let text = match entry.map(|it| it.field.as_slice()) {
            Some([key, value]) => {
                let map = |value: &str| format!("map<{}, {value}>", scalar(key.r#type()));
                let plain = scalar(value.r#type());
                let mut spellings = endings(value.type_name()).chain([plain]).map(map);
                spellings.find(|it| it.len() == place.len()).unwrap_or_else(|| map(""))
            }
            _ => endings(field.type_name()).find(|it| it.len() <= place.len()).unwrap_or_default().to_owned(),
        };
        self.at(path, &text);
    }

    fn enumeration(&mut self, path: &[i32], it: &EnumDescriptorProto) {
        self.block(path, "enum", it.name());
        for (at, value) in it.value.iter().enumerate() {
            let path = join(path, &[2, at as i32]);
            self.at(&join(&path, &[1]), value.name());
            self.number(&join(&path, &[2]), value.number());
            self.options(&join(&path, &[3]));
            self.end(&path, ";");
        }
    }

    /// `message Name {`, and the closing brace.
    fn block(&mut self, path: &[i32], keyword: &str, name: &str) {
        self.at(path, keyword);
        let name_path = join(path, &[1]);
        self.at(&name_path, name);
        if let Some(place) = self.spans.get(name_path.as_slice()).copied() {
            self.write(place.last, place.end + 1, "{");
        }
        self.end(path, "}");
    }

    fn options(&mut self, path: &[i32]) {
        self.at(path, "[...");
        self.end(path, "]");
    }

    /// A text at the beginning of a place, cut off where the place ends.
    fn at(&mut self, path: &[i32], text: &str) {
        let Some(place) = self.spans.get(path).copied() else { return };
        let text = text.get(..place.len().min(text.len())).unwrap_or(text);
        self.write(place.line, place.column, text);
    }

    /// A text that is a whole place, if it is as long.
    fn whole(&mut self, path: &[i32], text: &str) {
        if self.spans.get(path).is_some_and(|place| place.len() >= text.len()) {
            self.at(path, text);
        }
    }

    fn number(&mut self, path: &[i32], number: i32) {
        self.at(path, &number.to_string());
        if let Some(place) = self.spans.get(path).copied().filter(|place| place.column >= 2) {
            self.write(place.line, place.column - 2, "=");
        }
    }

    /// The last character of a place.
    fn end(&mut self, path: &[i32], text: &str) {
        if let Some(place) = self.spans.get(path).copied().filter(|place| place.end > 0) {
            self.write(place.last, place.end - 1, text);
        }
    }

    /// Writes onto blanks alone: what stands there already is as true.
    fn write(&mut self, line: usize, column: usize, text: &str) {
        let end = column + text.len();
        if line >= MOST_LINES || end >= MOST_COLUMNS {
            return;
        }
        if self.lines.len() <= line {
            self.lines.resize(line + 1, Vec::new());
        }
        // OK because both were made long enough.
        let line = &mut self.lines[line];
        if line.len() < end {
            line.resize(end, b' ');
        }
        if line[column..end].iter().all(|byte| *byte == b' ') {
            line[column..end].copy_from_slice(text.as_bytes());
        }
    }
}

/// A full name as it may be written: `.shop.Money`, `shop.Money`, `Money`.
fn endings(name: &str) -> impl Iterator<Item = &str> {
    let inner = name.match_indices('.').map(|(at, _)| &name[at + 1..]);
    std::iter::once(name).chain(inner)
}

fn join(path: &[i32], more: &[i32]) -> Vec<i32> {
    [path, more].concat()
}

fn is_entry(message: &DescriptorProto) -> bool {
    message.options.as_ref().is_some_and(|options| options.map_entry())
}

/// The keyword of a scalar type; nothing for a named one.
fn scalar(it: Type) -> &'static str {
    match it {
        Type::Double => "double",
        Type::Float => "float",
        Type::Int64 => "int64",
        Type::Uint64 => "uint64",
        Type::Int32 => "int32",
        Type::Fixed64 => "fixed64",
        Type::Fixed32 => "fixed32",
        Type::Bool => "bool",
        Type::String => "string",
        Type::Bytes => "bytes",
        Type::Uint32 => "uint32",
        Type::Sfixed32 => "sfixed32",
        Type::Sfixed64 => "sfixed64",
        Type::Sint32 => "sint32",
        Type::Sint64 => "sint64",
        Type::Group => "group",
        Type::Message | Type::Enum => "",
    }
}
