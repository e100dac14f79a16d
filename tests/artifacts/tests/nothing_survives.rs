//! Whatever a model writes beside a reference, nothing of it is in the answer.

use nucleo_artifacts::answers::UsesCite;
use nucleo_artifacts::answers::held::{Cite, Person};
use nucleo_runtime::artifact::ArtifactStore;
use nucleo_runtime::{Policy, Shaped, Stop, read_as_with, read_with, to_string};
use proptest::prelude::*;

/// In every name and value that a model makes up.
const CANARY: &str = "qq9canary";

/// The members of artifacts, members of none, and names that the reader has uses for.
const NAMES: &[&str] = &["doi", "year", "author", "rests_on", "name", "born", "more", "@type", "artifact", "ref"];

/// A value that a model makes up.
fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just(format!("\"{CANARY}\"")),
        Just("null".to_owned()),
        (4_000_000..5_000_000_i64).prop_map(|it| it.to_string()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let member = (name(), inner.clone()).prop_map(|(name, value)| format!("\"{name}\": {value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..3).prop_map(|it| format!("[{}]", it.join(", "))),
            prop::collection::vec(member, 0..3).prop_map(|it| format!("{{{}}}", it.join(", "))),
        ]
    })
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![prop::sample::select(NAMES).prop_map(str::to_owned), Just(format!("x{CANARY}"))]
}

/// A reference to one of the store's artifacts of an alias, with whatever a model adds before and behind.
fn reference(alias: &'static str, ids: std::ops::Range<u32>) -> impl Strategy<Value = String> {
    let extra = || prop::collection::vec((name(), value()), 0..3);
    let text = |members: Vec<(String, String)>| {
        members.into_iter().map(|(name, value)| format!("\"{name}\": {value}, ")).collect::<String>()
    };
    let spelling = prop::sample::select(&["artifact_ref", "@ref", "artifactRef", "Artifact Ref"][..]);
    (extra(), spelling, ids, extra()).prop_map(move |(before, spelling, id, behind)| {
        format!("{{{}{}\"{spelling}\": \"{alias}~{id:06}\"}}", text(before), text(behind))
    })
}

fn cite() -> impl Strategy<Value = String> {
    reference("link:cite:demo", 1..3)
}

fn reply() -> impl Strategy<Value = String> {
    let either = prop_oneof![cite(), reference("person", 3..4)];
    let many = prop::collection::vec(cite(), 0..3).prop_map(|it| it.join(", "));
    (cite(), many, cite(), cite(), either, reference("person", 3..4), cite()).prop_map(
        |(one, many, topic, inner, either, any, pair)| {
            format!(
                "{{\"one\": {one}, \"many\": [{many}], \"by_topic\": {{\"t\": {topic}}}, \"inner\": {{\"one\": {inner}}}, \
                 \"either\": {either}, \"any\": {any}, \"pair\": [{pair}, 1]}}"
            )
        },
    )
}

/// Two citations and a person, in whose contents nothing is made up.
fn store() -> ArtifactStore {
    let store = ArtifactStore::numbered();
    for doi in ["10.1/a", "10.1/b"] {
        store.add(Cite { doi: doi.to_owned(), year: None, artifact_ref: None, author: None, rests_on: None });
    }
    store.add(Person { name: "Ana".to_owned(), born: None, artifact_ref: None });
    store
}

/// Whether something of a made-up value is in a text.
fn survives(text: &str) -> bool {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse::<i64>().ok());
    text.contains(CANARY) || numbers.any(|it| (4_000_000..5_000_000).contains(&it))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn ok_nothing_beside_a_reference_survives(reply in reply()) {
        let (store, keeping) = (store(), Policy::lenient().keep_undeclared(true));
        let before = store.snapshot();
        let policy = Policy::lenient().artifacts(&store);
        let with_store = read_with::<UsesCite>(&reply, &policy, Stop::End).map_err(|it| it.feedback());
        let uses = with_store.expect("every reference is held").value;
        prop_assert!(!survives(&to_string(&uses)), "{}", to_string(&uses));
        let debug = format!("{uses:?}");
        prop_assert!(!survives(&debug), "{}", debug);
        prop_assert_eq!(store.snapshot(), before);
        let without = read_with::<UsesCite>(&reply, &Policy::lenient(), Stop::End).expect("references").value;
        prop_assert!(!survives(&to_string(&without)));
        prop_assert_eq!(&without, &uses);
        for policy in [policy, keeping] {
            let untyped = read_as_with(&UsesCite::SHAPE, &reply, &policy, Stop::End).expect("references").value;
            prop_assert!(!survives(&untyped.to_string()), "{untyped}");
        }
    }

    #[test]
    fn ok_feedback_says_nothing_of_it_either(reply in reply()) {
        let rejection = read_with::<UsesCite>(&reply, &Policy::lenient().artifacts(&ArtifactStore::new()), Stop::End)
            .expect_err("nothing is held");
        prop_assert!(!survives(&rejection.feedback()), "{}", rejection.feedback());
    }
}
