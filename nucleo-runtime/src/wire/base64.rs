//! Bytes as the text that JSON has for them.

use super::{Cx, FromWire, ToWire};
use crate::fault::FaultKind;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

impl ToWire<Vec<u8>> for String {
    fn to_wire(&self, cx: &mut Cx) -> Vec<u8> {
        decode(self).unwrap_or_else(|| {
            cx.fault(FaultKind::Format, "base64");
            Vec::new()
        })
    }
}

impl FromWire<Vec<u8>> for String {
    fn from_wire(wire: Vec<u8>, _: &mut Cx) -> Option<Self> {
        Some(encode(&wire))
    }
}

/// The standard alphabet, padded.
fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|at| u32::from(chunk.get(at).copied().unwrap_or(0)));
        let bits = a << 16 | b << 8 | c;
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() { letter as char } else { '=' });
        }
    }
    out
}

/// Either alphabet, padded or not; `None` for anything else. Bits behind the last byte say nothing.
fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    if padding > 0 && (text.len() % 4 != 0 || padding > 2) {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for chunk in digits.as_bytes().chunks(4) {
        let mut bits = 0;
        for byte in chunk {
            bits = bits << 6 | digit(*byte)?;
        }
        bits <<= 6 * (4 - chunk.len());
        let bytes = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
        if chunk.len() == 1 {
            return None;
        }
        // OK because four letters are three bytes.
        out.extend_from_slice(&bytes[..chunk.len() * 6 / 8]);
    }
    Some(out)
}

fn digit(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_the_vectors_of_the_standard() {
        let pairs =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")];
        for (plain, text) in pairs {
            assert_eq!(encode(plain.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(plain.as_bytes()));
            assert_eq!(decode(text.trim_end_matches('=')).as_deref(), Some(plain.as_bytes()));
        }
        assert_eq!(decode("-_-_"), decode("+/+/"));
        assert_eq!(decode("Zh=="), decode("Zg=="));
    }

    #[test]
    fn err_what_is_no_base64() {
        for text in ["Z", "Zg=", "Zg===", "Z g=", "=", "Zm9v=", "Zm9v!", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
