//! SHA-256 (FIPS 180-4). The `sha2` crate would bring nine crates and 2.3 CPU s to each cold build of a user.

use std::fmt::Write as _;

/// The digest in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    // Zeros up to eight bytes before the end of a block; there stands the length in bits.
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    let mut state = START;
    for block in padded.chunks_exact(64) {
        compress(&mut state, block);
    }
    let mut out = String::with_capacity(64);
    for word in state {
        // OK because writing to a `String` never fails.
        let _ = write!(out, "{word:08x}");
    }
    out
}

// Sums are made in 64 bits, and rotations by shifts: build scripts run unoptimised, where each call of `wrapping_add` or
// `rotate_right` is a real one, and where this takes a ninth of their time. No sum has more than five words, so none
// overflows.
// OK to index throughout because every list has a fixed length, and every index stays below it.
#[expect(clippy::manual_rotate, reason = "see above")]
fn compress(state: &mut [u32; 8], block: &[u8]) {
    let mut words = [0_u32; 64];
    let mut at = 0;
    while at < 16 {
        let from = at * 4;
        words[at] = (block[from] as u32) << 24
            | (block[from + 1] as u32) << 16
            | (block[from + 2] as u32) << 8
            | block[from + 3] as u32;
        at += 1;
    }
    while at < 64 {
        let (a, b) = (words[at - 15], words[at - 2]);
        let low = (a >> 7 | a << 25) ^ (a >> 18 | a << 14) ^ (a >> 3);
        let high = (b >> 17 | b << 15) ^ (b >> 19 | b << 13) ^ (b >> 10);
        words[at] = (words[at - 16] as u64 + low as u64 + words[at - 7] as u64 + high as u64) as u32;
        at += 1;
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    let mut at = 0;
    while at < 64 {
        let sum = (e >> 6 | e << 26) ^ (e >> 11 | e << 21) ^ (e >> 25 | e << 7);
        let choice = (e & f) ^ (!e & g);
        let first = h as u64 + sum as u64 + choice as u64 + ROUNDS[at] as u64 + words[at] as u64;
        let sum = (a >> 2 | a << 30) ^ (a >> 13 | a << 19) ^ (a >> 22 | a << 10);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        h = g;
        g = f;
        f = e;
        e = (d as u64 + first) as u32;
        d = c;
        c = b;
        b = a;
        a = (first + sum as u64 + majority as u64) as u32;
        at += 1;
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(more);
    }
}

#[rustfmt::skip]
const START: [u32; 8] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
];

#[rustfmt::skip]
const ROUNDS: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];

#[cfg(test)]
mod tests {
    use super::hex;

    #[test]
    fn ok_digests_of_the_standard() {
        let of = |text: &str| hex(text.as_bytes());
        assert_eq!(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(of(two_blocks), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        let million = "a".repeat(1_000_000);
        assert_eq!(of(&million), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}
