//! Bytes in base64, as ProtoJSON takes them.

/// Whether `text` is base64 of one of the two alphabets, with whole padding or none.
pub(super) fn is_exact(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    let is_standard = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let is_url = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let fits = match digits.len() % 4 {
        0 => padding == 0,
        2 => matches!(padding, 0 | 2),
        3 => matches!(padding, 0 | 1),
        _ => false,
    };
    fits && (digits.bytes().all(is_standard) || digits.bytes().all(is_url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_either_alphabet_with_or_without_padding() {
        for text in ["", "AA==", "AA", "AAA=", "AAA", "AAAA", "+/+/", "-_-_", "bnVjbGVv"] {
            assert!(is_exact(text), "{text}");
        }
    }

    #[test]
    fn err_what_is_no_base64() {
        for text in ["A", "AA=", "AAA==", "AAAA=", "=", "A-+A", "hello world", "äää", "AA==AA==", "AAAAA"] {
            assert!(!is_exact(text), "{text}");
        }
    }
}
