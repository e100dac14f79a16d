//! JSON is read the same strictly, leniently, and by `serde_json`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleo_tests::properties::{SUBJECTS, json_reads_alike, reply};

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    json_reads_alike(&reply(&SUBJECTS[usize::from(*first) % SUBJECTS.len()], rest));
});
