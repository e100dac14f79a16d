//! A value that was written is read as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleo_tests::properties::{Choices, SUBJECTS, written_is_read};

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    written_is_read(&SUBJECTS[usize::from(*first) % SUBJECTS.len()], &mut Choices::new(rest));
});
