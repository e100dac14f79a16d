//! A value that was read passes the strict check of its type, and is read as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleo_tests::properties::{SUBJECTS, readings_are_strict, reply};

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let subject = &SUBJECTS[usize::from(*first) % SUBJECTS.len()];
    readings_are_strict(subject, &reply(subject, rest));
});
