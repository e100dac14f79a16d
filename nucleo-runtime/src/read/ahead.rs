//! Looking ahead, where the next bytes decide between two readings. Each look is bounded, and all looks together
//! have a budget that grows with the text, so that reading stays linear.

use super::quotes::Quote;
use super::reader::Reader;
use super::scan;
use super::scope::{Scope, Standing};
use crate::tape::{NONE, Tag};

/// The longest name that a look ahead takes for one.
pub(super) const NAME: usize = 128;
/// The most blanks that a look ahead skips.
const BLANKS: usize = 512;
/// The most closers that a look ahead follows.
const CLOSERS: usize = 32;

/// A name with a colon behind it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name {
    /// The place of its text.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) quoted: bool,
}

impl Reader<'_> {
    /// The place behind the blanks and comments at `at`.
    #[inline]
    pub(super) fn skip(&mut self, at: usize) -> usize {
        // What follows a token follows it at once or behind one space, nearly always.
        let near = at + usize::from(self.byte(at) == b' ');
        if self.is_token(near) {
            self.burn(near - at);
            return near;
        }
        self.skip_far(at)
    }

    #[inline(never)]
    fn skip_far(&mut self, at: usize) -> usize {
        let mut end = at;
        loop {
            let window = &self.bytes[..self.bytes.len().min(end + BLANKS)];
            end = scan::blanks(window, end);
            if self.is_token(end) {
                break;
            }
            if self.fuel == 0 {
                break;
            }
            match self.trifle(end, 4 * BLANKS) {
                Some((_, behind)) if behind <= self.bytes.len() && behind - at < 4 * BLANKS => end = behind,
                Some(_) => {
                    self.burn((4 * BLANKS).min(self.bytes.len() - end));
                    break;
                }
                None => break,
            }
        }
        self.burn(end - at);
        end
    }

    /// Whether a byte that is no blank, and begins none of the things that may stand between tokens, is at `at`.
    #[inline]
    fn is_token(&self, at: usize) -> bool {
        let byte = self.byte(at);
        byte.is_ascii_graphic() && !matches!(byte, b'/' | b'#' | b'<' | b'\\')
    }

    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// Takes `work` off the budget for looking ahead.
    pub(super) fn burn(&mut self, work: usize) {
        self.fuel = self.fuel.saturating_sub(work + 1);
    }

    /// The member's name that begins at `at`, when a colon follows it.
    pub(super) fn name_ahead(&mut self, at: usize) -> Option<Name> {
        let name = match Quote::at(self.text, at) {
            Some(quote) => {
                let start = at + quote.len();
                let window = &self.text.as_bytes()[start..self.bytes.len().min(start + NAME)];
                let len = window.iter().position(|byte| *byte == b'\n').unwrap_or(window.len());
                let (len, _) = quote.find(&window[..len])?;
                self.burn(len);
                let behind = start + len + quote.closer_len(&self.bytes[start + len..]);
                let colon = self.skip(behind);
                (self.byte(colon) == b':').then_some(Name { start, end: start + len, quoted: true })?
            }
            None => {
                let end = self.word_end(at, NAME);
                if end == at {
                    return None;
                }
                // The name may have lost its opening quote alone.
                let half = usize::from(matches!(self.byte(end), b'"' | b'\''));
                let colon = self.skip(end + half);
                let is_name = self.byte(colon) == b':' && !self.bytes[colon..].starts_with(b"://");
                is_name.then_some(Name { start: at, end, quoted: false })?
            }
        };
        Some(name)
    }

    /// The end of the word at `at`.
    #[inline]
    pub(super) fn word_end(&mut self, at: usize, most: usize) -> usize {
        let window = &self.bytes[at..self.bytes.len().min(at + most)];
        let end = at + window.iter().position(|byte| !WORD_BYTES[*byte as usize]).unwrap_or(window.len());
        let end = if self.byte(end) < 0x80 { end } else { self.wide_word_end(end, at + most) };
        self.burn(end - at);
        end
    }

    /// The end of the part of a word that begins at `at`, before `limit`, with a character that is not of ASCII.
    #[cold]
    fn wide_word_end(&self, at: usize, limit: usize) -> usize {
        let chars = self.text[at..].char_indices().map(|(len, c)| (at + len, c));
        let last = chars.take_while(|(place, c)| *place < limit && is_word(*c)).last();
        last.map_or(at, |(place, c)| place + c.len_utf8())
    }

    /// What the declared type says of a member of the open container `container`.
    pub(super) fn standing(&mut self, container: u32, name: Name) -> Standing {
        let text = self.text;
        self.burn(32);
        self.scope(container).standing(&text[name.start..name.end])
    }

    /// Whether the text that would end before `at`, a value of the innermost container, is followed by what may
    /// follow it. `is_sound` tells whether the text has its quotes and brackets in pairs.
    pub(super) fn fits(&mut self, at: usize, is_sound: &mut dyn FnMut() -> bool) -> bool {
        let (mut at, mut container) = (at, self.open);
        for _ in 0..CLOSERS {
            at = self.skip(at);
            let byte = self.byte(at);
            if self.ends(at) {
                return true;
            }
            if container == NONE {
                return match byte {
                    b',' => {
                        let next = self.skip(at + 1);
                        matches!(self.byte(next), b'{' | b'[') || self.ends(next) || self.is_root_member(next)
                    }
                    b'"' | b'\'' if self.bytes[at..].starts_with(&[byte; 3]) => true,
                    b'"' | b'\'' => {
                        let next = self.skip(at + 1);
                        self.ends(next)
                    }
                    b':' | b'+' => false,
                    _ => true,
                };
            }
            if byte == b',' {
                let next = self.skip(at + 1);
                return self.fits_item(next, container, is_sound);
            }
            if byte == b')' && self.closer_of(container) != b')' {
                at += 1;
                continue;
            }
            if byte != self.closer_of(container) {
                // A closer of an outer container: this one's is missing.
                return matches!(byte, b']' | b'}') && self.needs(container, byte) != NONE;
            }
            container = self.parent(container);
            at += 1;
        }
        true
    }

    /// Whether a member that the root declares begins at `at`: the root was closed too early.
    fn is_root_member(&mut self, at: usize) -> bool {
        let Some(name) = self.name_ahead(at).filter(|name| name.quoted) else { return false };
        self.burn(32);
        Scope::new(self.options.shape).standing(&self.text[name.start..name.end]) == Standing::Declared
    }

    /// Whether an element or member of `container` begins at `at`, or its closer.
    fn fits_item(&mut self, at: usize, container: u32, is_sound: &mut dyn FnMut() -> bool) -> bool {
        if matches!(self.byte(at), b']' | b'}' | b',') || self.ends(at) {
            return true;
        }
        if self.tape.nodes[container as usize].tag == Tag::Object {
            if self.byte(at) == b'{' {
                return true;
            }
            let Some(name) = self.name_ahead(at) else { return false };
            return match self.standing(container, name) {
                Standing::Declared => true,
                Standing::Open => name.quoted || is_sound(),
                Standing::Undeclared => name.quoted && is_sound(),
            };
        }
        self.value_ahead(at)
    }

    /// Whether a value begins at `at`, one that is not a bare word.
    pub(super) fn value_ahead(&mut self, at: usize) -> bool {
        match self.byte(at) {
            b'{' | b'[' | b'(' | b')' | b'"' => true,
            b'-' | b'0'..=b'9' => {
                let end = self.word_end(at + 1, 64);
                let next = self.skip(end);
                matches!(self.byte(next), b',' | b']' | b'}' | b')' | 0)
            }
            _ if Quote::at(self.text, at).is_some() => true,
            _ => {
                let end = self.word_end(at, 16);
                matches!(&self.text.as_bytes()[at..end], b"true" | b"false" | b"null" | b"None" | b"True" | b"False")
            }
        }
    }

    pub(super) fn parent(&self, container: u32) -> u32 {
        // OK because an open container is a node, and holds its parent.
        self.tape.nodes[container as usize].pair().0
    }

    /// The byte that closes an open container.
    pub(super) fn closer_of(&self, container: u32) -> u8 {
        let node = &self.tape.nodes[container as usize];
        match (node.tag, self.byte(node.start as usize)) {
            (Tag::Object, _) | (_, b'{') => b'}',
            (_, b'(') => b')',
            _ => b']',
        }
    }

    /// The nearest open container around `container` that `closer` closes.
    pub(super) fn needs(&self, container: u32, closer: u8) -> u32 {
        let mut at = self.parent(container);
        while at != NONE && self.closer_of(at) != closer {
            at = self.parent(at);
        }
        at
    }

    /// What the declared type says of the open container `container`.
    pub(super) fn scope(&mut self, container: u32) -> &Scope {
        // Scopes are kept a level each, so that every container is looked up once.
        if let Some(level) = self.scopes.iter().rposition(|(node, _)| *node == container) {
            self.scopes.truncate(level + 1);
            return &self.scopes[level].1;
        }
        let parent = self.parent(container);
        if parent == NONE {
            self.scopes.clear();
        } else {
            // As deep as containers may nest. It leaves the scope of `parent` last.
            self.scope(parent);
        }
        let scope = match self.scopes.last() {
            None => Scope::new(self.options.shape),
            Some((_, around)) => match self.tape.nodes[parent as usize].tag {
                Tag::Object => around.member(self.tape.key_of(&self.tape.nodes[container as usize])),
                _ => around.items(),
            },
        };
        self.scopes.push((container, scope));
        // OK because it was pushed.
        &self.scopes[self.scopes.len() - 1].1
    }

    /// What the declared type says of the value that is due.
    pub(super) fn due(&mut self) -> Scope {
        if self.open == NONE {
            return Scope::new(self.options.shape);
        }
        let key = self.key;
        let in_object = self.in_object;
        self.burn(32);
        let scope = self.scope(self.open).clone();
        if !in_object {
            return scope.items();
        }
        scope.member(self.tape.slice(key.is_in_arena(), key.offset(), key.len()))
    }
}

/// The ASCII part of what a bare name or word is made of.
const WORD_BYTES: [bool; 256] = {
    let mut all = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        all[byte as usize] =
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'@' | b'-' | b'#' | b'*' | b'+' | b'.');
        byte += 1;
    }
    all
};

/// What a bare name or word is made of.
pub(super) fn is_word(c: char) -> bool {
    if c.is_ascii() { WORD_BYTES[c as usize] } else { c.is_alphanumeric() }
}
