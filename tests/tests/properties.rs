//! The properties of reading, each on some thousand inputs; `tests/fuzz` tries the same ones for as long as one likes.

use nucleo_tests::properties::{
    Choices, SUBJECTS, json_reads_alike, never_panics, readings_are_strict, reply, seeds, written_is_read,
};
use proptest::prelude::*;

#[test]
fn ok_all_properties_hold_of_the_vectors() {
    for (at, seed) in seeds().iter().enumerate() {
        json_reads_alike(seed);
        for subject in [&SUBJECTS[0], &SUBJECTS[1 + at % (SUBJECTS.len() - 1)]] {
            never_panics(subject, seed);
            readings_are_strict(subject, seed);
        }
    }
}

/// What fuzzing found.
#[test]
fn ok_readings_are_strict_where_they_were_not() {
    let replies = [("Open", r#"{"name": "da", "@al": None}"#), ("Verdict", "1e44444444444444444444444444444444444444")];
    for (name, reply) in replies {
        let subject = SUBJECTS.iter().find(|it| it.name == name).expect("a subject");
        readings_are_strict(subject, reply);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ok_what_is_written_is_read(subject in 0..SUBJECTS.len(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        written_is_read(&SUBJECTS[subject], &mut Choices::new(&bytes));
    }

    #[test]
    fn ok_readings_are_strict(subject in 0..SUBJECTS.len(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let subject = &SUBJECTS[subject];
        readings_are_strict(subject, &reply(subject, &bytes));
    }

    #[test]
    fn ok_nothing_panics(subject in 0..SUBJECTS.len(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let subject = &SUBJECTS[subject];
        never_panics(subject, &reply(subject, &bytes));
    }

    #[test]
    fn ok_json_reads_alike(subject in 0..SUBJECTS.len(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        json_reads_alike(&reply(&SUBJECTS[subject], &bytes));
    }
}
