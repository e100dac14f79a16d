//! Any text under any type: read or refused, with places that are places in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleo_tests::properties::{SUBJECTS, never_panics, reply};

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let subject = &SUBJECTS[usize::from(*first) % SUBJECTS.len()];
    never_panics(subject, &reply(subject, rest));
});
