//! What clean JSON never has.

use super::reader::{Halt, Next, Reader};
use crate::fault::FaultKind;
use crate::repair::RepairKind;

impl Reader<'_> {
    #[cold]
    pub(super) fn odd_value(&mut self, byte: u8) -> Result<Next, Halt> {
        self.end_of_text()?;
        let kind = match byte {
            b']' | b',' => RepairKind::ExtraComma,
            b'/' => RepairKind::Comment,
            _ => RepairKind::BareText,
        };
        Err(self.unread(kind))
    }

    #[cold]
    pub(super) fn odd_number(&mut self) -> Result<Next, Halt> {
        Err(self.unread(RepairKind::NumberForm))
    }

    #[cold]
    pub(super) fn odd_name(&mut self, byte: u8) -> Result<Next, Halt> {
        self.end_of_text()?;
        Err(self.unread(if byte == b'}' { RepairKind::ExtraComma } else { RepairKind::BareName }))
    }

    #[cold]
    pub(super) fn odd_colon(&mut self, _byte: u8) -> Result<Next, Halt> {
        self.end_of_text()?;
        Err(self.unread(RepairKind::Colon))
    }

    #[cold]
    pub(super) fn odd_after(&mut self, byte: u8) -> Result<Next, Halt> {
        self.end_of_text()?;
        Err(self.unread(if matches!(byte, b']' | b'}') { RepairKind::WrongCloser } else { RepairKind::MissingComma }))
    }

    fn end_of_text(&mut self) -> Result<(), Halt> {
        if self.at < self.bytes.len() {
            return Ok(());
        }
        Err(self.fail(FaultKind::Cut, self.at..self.at, "unexpected end of text"))
    }

    fn unread(&mut self, kind: RepairKind) -> Halt {
        match self.mend(kind, self.at..self.at + 1) {
            Ok(()) => self.fail(FaultKind::Syntax, self.at..self.at + 1, ""),
            Err(halt) => halt,
        }
    }
}
