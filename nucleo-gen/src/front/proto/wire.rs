//! Protobuf's wire format, as far as descriptors and the requests of compilers need it.
//!
//! `prost-reflect` decodes descriptors, but it drops what it does not know: the features of editions, and options whose
//! definitions come only later. What goes through here keeps its bytes.

/// One field as it stands in a message.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'b> {
    pub(crate) number: u32,
    pub(crate) payload: Payload<'b>,
    /// Its bytes, the tag included.
    pub(crate) raw: &'b [u8],
}

/// What a field holds.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Payload<'b> {
    Varint(u64),
    /// A text, bytes, or a message.
    Bytes(&'b [u8]),
    /// Four or eight bytes, which no descriptor is asked for.
    Fixed,
}

/// Bytes that are no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Malformed;

impl<'b> Field<'b> {
    /// The payload of a field of this number that holds bytes.
    pub(crate) fn bytes(&self, number: u32) -> Option<&'b [u8]> {
        match self.payload {
            Payload::Bytes(bytes) if self.number == number => Some(bytes),
            _ => None,
        }
    }

    /// The same as text.
    #[cfg(feature = "cli")]
    pub(crate) fn text(&self, number: u32) -> Option<Result<&'b str, Malformed>> {
        self.bytes(number).map(|bytes| std::str::from_utf8(bytes).map_err(|_| Malformed))
    }

    /// The payload of a field of this number that holds a number.
    pub(crate) fn varint(&self, number: u32) -> Option<u64> {
        match self.payload {
            Payload::Varint(value) if self.number == number => Some(value),
            _ => None,
        }
    }
}

/// The fields of a message, in the order of their bytes.
pub(crate) fn fields(message: &[u8]) -> Result<Vec<Field<'_>>, Malformed> {
    let mut rest = message;
    let mut out = Vec::new();
    while !rest.is_empty() {
        let before = rest;
        let tag = take_varint(&mut rest)?;
        let number = u32::try_from(tag >> 3).ok().filter(|it| *it > 0).ok_or(Malformed)?;
        let payload = match tag & 7 {
            0 => Payload::Varint(take_varint(&mut rest)?),
            1 => take(&mut rest, 8).map(|_| Payload::Fixed)?,
            2 => {
                let len = usize::try_from(take_varint(&mut rest)?).map_err(|_| Malformed)?;
                Payload::Bytes(take(&mut rest, len)?)
            }
            5 => take(&mut rest, 4).map(|_| Payload::Fixed)?,
            // Groups are older than the messages that are read here.
            _ => return Err(Malformed),
        };
        out.push(Field { number, payload, raw: &before[..before.len() - rest.len()] });
    }
    Ok(out)
}

fn take<'b>(rest: &mut &'b [u8], len: usize) -> Result<&'b [u8], Malformed> {
    let (taken, after) = rest.split_at_checked(len).ok_or(Malformed)?;
    *rest = after;
    Ok(taken)
}

fn take_varint(rest: &mut &[u8]) -> Result<u64, Malformed> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(rest, 1)?[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(Malformed)
}

/// Writes a field that holds a number.
pub(crate) fn put_varint(out: &mut Vec<u8>, number: u32, value: u64) {
    varint(out, u64::from(number) << 3);
    varint(out, value);
}

/// Writes a field that holds bytes.
pub(crate) fn put_bytes(out: &mut Vec<u8>, number: u32, bytes: &[u8]) {
    varint(out, u64::from(number) << 3 | 2);
    varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_what_is_written_is_read() {
        let mut out = Vec::new();
        put_varint(&mut out, 3, 1_000_000_000_000);
        put_bytes(&mut out, 15, b"text");
        put_varint(&mut out, 1, u64::MAX);
        let read = fields(&out).expect("a message");
        assert_eq!(read[0].varint(3), Some(1_000_000_000_000));
        assert_eq!(read[1].bytes(15), Some(&b"text"[..]));
        assert_eq!(read[2].varint(1), Some(u64::MAX));
        assert_eq!(read.iter().flat_map(|field| field.raw).copied().collect::<Vec<_>>(), out);
    }

    #[test]
    fn err_bytes_that_are_no_message() {
        for bytes in [
            &b"\x0a\x05abc"[..],
            b"\x0a",
            b"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
            b"\x0b\x0c",
            b"\x00\x00",
        ] {
            assert_eq!(fields(bytes).map(|it| it.len()), Err(Malformed), "{bytes:?}");
        }
    }
}
