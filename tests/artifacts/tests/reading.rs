//! Replies that point at artifacts.

use std::sync::Arc;

use nucleo_artifacts::answers::held::{Cite, Person};
use nucleo_artifacts::answers::uses_cite::{Either, Inner};
use nucleo_artifacts::answers::{ALIASES, AnyArtifact, ToolCall, UsesCite};
use nucleo_runtime::artifact::{Artifact, ArtifactStore, Held, Registry};
use nucleo_runtime::exchange::{Exchange, Next};
use nucleo_runtime::tool::Palette;
use nucleo_runtime::{Answer, Policy, Rejection, Shaped, Stop, from_str, parse, read_as_with, read_with, to_string};

static REGISTRY: Registry = Registry::join(&[ALIASES]);

fn cite(doi: &str) -> Cite {
    Cite { doi: doi.to_owned(), year: Some(1999), artifact_ref: None, author: None, rests_on: None }
}

/// A store of two citations and a person: `…~000001` to `…~000003`.
fn store() -> (ArtifactStore, [Held<Cite>; 2], Held<Person>) {
    let store = ArtifactStore::numbered();
    let cites = [store.add(cite("10.1/a")), store.add(cite("10.1/b"))];
    let person = store.add(Person { name: "Ana".to_owned(), born: None, artifact_ref: None });
    (store, cites, person)
}

fn read<T: Shaped>(reply: &str, store: &ArtifactStore) -> Result<T, Rejection> {
    read_with(reply, &Policy::lenient().artifacts(store), Stop::End).map(|reading| reading.value)
}

fn is<T: ?Sized>(held: &Held<T>, other: &Held<T>) -> bool {
    Arc::ptr_eq(held.get().expect("the instance"), other.get().expect("the instance"))
}

#[test]
fn ok_artifacts_in_every_sort_of_place_are_the_store_s_own() {
    let (store, [a, b], person) = store();
    let reply = r#"Here it is: {"why": "w", "one": {"artifact_ref": "link:cite:demo~000001", "doi": "10.9/fake"},
        "many": [{"@ref": "«artifact:link:cite:demo~000002»"}, {"artifact_ref": "link:cite:demo~000001", "year": "x"}],
        "byTopic": {"x": {"artifact_ref": "artifact:link:cite:demo~000002"}},
        "inner": {"one": {"artifact_ref": "link:cite:demo~000001"}},
        "either": {"artifact_ref": "person~000003"},
        "any": {"artifact_ref": "person~000003"},
        "pair": [{"artifact_ref": "link:cite:demo~000002"}, 1]}"#;
    let uses: UsesCite = read(reply, &store).unwrap();
    assert!(is(uses.one.as_ref().unwrap(), &a));
    assert!(is(&uses.many.as_ref().unwrap()[0], &b) && is(&uses.many.as_ref().unwrap()[1], &a));
    assert!(is(&uses.by_topic.as_ref().unwrap()["x"], &b));
    assert!(is(uses.inner.as_ref().unwrap().one.as_ref().unwrap(), &a));
    assert!(matches!(uses.either.as_ref().unwrap(), Either::Person(it) if is(it, &person)));
    assert!(matches!(AnyArtifact::of(uses.any.as_ref().unwrap()), Some(AnyArtifact::Person(it)) if is(&it, &person)));
    assert!(is(&uses.pair.as_ref().unwrap().0, &b));
    assert!(!to_string(&uses).contains("fake"));
    let held: Held<Cite> = read(r#"{"artifact_ref": "link:cite:demo~000002", "doi": "z"}"#, &store).unwrap();
    assert!(is(&held, &b));
}

#[test]
fn ok_members_of_the_content_are_not_asked_of_a_model() {
    let uses: UsesCite = parse(r#"{"one": {"artifact_ref": "link:cite:demo~000001"}}"#).unwrap();
    assert_eq!(uses.one.unwrap().reference().unwrap().as_str(), "«artifact:link:cite:demo~000001»");
    assert!(!UsesCite::MODEL_SCHEMA.contains("doi") && !UsesCite::NOTATION.contains("doi"));
    assert!(UsesCite::JSON_SCHEMA.contains("doi"));
    assert!(<Held<Cite> as Answer>::MODEL_SCHEMA.contains(r#""required" : [ "artifact_ref" ]"#));
}

#[test]
fn err_violations_are_faults_at_their_places() {
    let (store, ..) = store();
    let reply = r#"{"one": {"doi": "10.9/fake"}, "many": [{"artifact_ref": "link:cite:demo~000001"},
        {"artifact_ref": "link:cite:demo~nope00"}], "by_topic": {"secret": {"artifact_ref": "person~000003"}},
        "inner": {"one": {"artifact_ref": "person~000003"}, "note": 7}, "either": {"artifact_ref": "person~nope00"},
        "any": {"artifact_ref": ""}}"#;
    let rejection = read::<UsesCite>(reply, &store).unwrap_err();
    let feedback = rejection.feedback();
    let lines: Vec<&str> = feedback.lines().filter(|line| line.starts_with('-')).collect();
    assert_eq!(
        lines,
        [
            "- one.artifact_ref: expected a string in the format `«artifact:link:cite:demo~…»` (missing)",
            "- many[1]: expected the reference of a `Cite`, but no artifact is held under this `artifact_ref`",
            "- by_topic{1st member}: expected the reference of a `Cite`, but this `artifact_ref` is that of a `Person`",
            "- inner.one: expected the reference of a `Cite`, but this `artifact_ref` is that of a `Person`",
            "- either: expected a `Cite` object or a `Person` object (found another object)",
            "- any.artifact_ref: expected a string in the format `«artifact:…»` (blank)",
        ]
    );
    for secret in ["nope00", "10.9", "secret"] {
        assert!(!feedback.contains(secret), "{secret}");
    }
}

#[test]
fn err_the_reply_itself_is_a_place() {
    let (store, ..) = store();
    let rejection = read::<Held<Cite>>(r#"{"artifact_ref": "person~000003"}"#, &store).unwrap_err();
    assert_eq!(
        rejection.feedback().lines().nth(1),
        Some("- the answer: expected the reference of a `Cite`, but this `artifact_ref` is that of a `Person`")
    );
}

#[test]
fn ok_the_loop_corrects_references() {
    let (store, [a, _], _) = store();
    let mut exchange = Exchange::<UsesCite>::new("Which one?").policy(Policy::lenient().artifacts(&store));
    let Next::Ask(turns) = exchange.reply(r#"{"one": {"artifact_ref": "link:cite:demo~000009"}}"#) else {
        panic!("a correction")
    };
    assert!(turns.last().unwrap().text.contains("no artifact is held under this `artifact_ref`"));
    let Next::Done(reading) = exchange.reply(r#"{"one": {"artifact_ref": "link:cite:demo~000001"}}"#) else {
        panic!("an answer")
    };
    assert!(is(&reading.value.one.unwrap(), &a));
}

#[test]
fn ok_undeclared_members_are_dropped_even_where_others_are_kept() {
    let reply = r#"{"one": {"artifact_ref": "link:cite:demo~000001", "doi": "10.9/fake"}, "other": 1}"#;
    let policy = Policy::lenient().keep_undeclared(true);
    let value = read_as_with(&UsesCite::SHAPE, reply, &policy, Stop::End).unwrap().value;
    assert_eq!(value.to_string(), r#"{"one":{"artifact_ref":"link:cite:demo~000001"},"other":1}"#);
}

#[test]
fn ok_calls_of_tools_hold_the_instances_and_each_fails_alone() {
    let (store, [a, b], _) = store();
    let mut palette = Palette::of(nucleo_artifacts::answers::TOOLS);
    palette.artifacts(&store);
    let reply = r#"[{"id": "u8", "name": "uses_cite", "arguments": {"one": {"artifact_ref": "link:cite:demo~nope00"}}},
        {"id": "u9", "name": "uses_cite", "arguments": {"one": {"@ref": "link:cite:demo~000001"},
         "others": [{"artifact_ref": "link:cite:demo~000002"}]}}]"#;
    let calls = palette.read::<ToolCall>(reply).calls;
    let refusal = calls[0].input.as_ref().unwrap_err();
    assert!(refusal.feedback().contains("- one: expected the reference of a `Cite`, but no artifact is held"));
    assert_eq!(refusal.parameter(), "one");
    let ToolCall::UsesCite(input) = calls[1].input.as_ref().unwrap();
    assert!(is(input.one.as_ref().unwrap(), &a) && is(&input.others.as_ref().unwrap()[0], &b));
}

#[test]
fn ok_programs_store_artifacts_in_full_and_read_them_again() {
    let (_, [a, _], person) = store();
    let uses = UsesCite {
        why: None,
        one: Some(a.clone()),
        many: Some(vec![Held::to("link:cite:demo~zzzzzz"), Held::new(cite("10.1/c"))]),
        by_topic: Some([("x".to_owned(), a.clone())].into()),
        inner: Some(Inner { one: None, note: None }),
        either: Some(Either::Person(person.clone())),
        any: Some(person.any()),
        pair: Some((a, 2)),
    };
    let text = to_string(&uses);
    let again: UsesCite = REGISTRY.from_str(&text).unwrap();
    assert_eq!(again, uses);
    assert_eq!(to_string(&again), text);
    assert_eq!(again.one.as_ref().unwrap().get().unwrap().doi, "10.1/a");
    let any: Held<Person> = again.any.as_ref().unwrap().downcast().unwrap();
    assert_eq!(any.get().unwrap().name, "Ana");
    // Without a registry nothing tells the type of what stands in `any`.
    assert!(from_str::<UsesCite>(&text).is_err());
    let json = serde_json::to_string(&uses).unwrap();
    assert_eq!(json, text);
    let plain = UsesCite { any: None, ..uses };
    assert_eq!(serde_json::from_str::<UsesCite>(&to_string(&plain)).unwrap(), plain);
}

#[test]
fn err_what_programs_store_is_held_against_the_whole_type() {
    for (json, fault) in [
        (r#"{"one": {"doi": 7}}"#, "type at `one"),
        (r#"{"one": {"doi": "x", "more": 1}}"#, "unknown at `one"),
        (r#"{"one": {"doi": "x", "author": {"name": ""}}}"#, "at `one.author"),
        (r#"{"pair": [{"doi": "x"}, "1"]}"#, "type at `pair[1]`"),
    ] {
        let error = serde_json::from_str::<UsesCite>(json).unwrap_err().to_string();
        assert!(error.contains(fault), "{json}: {error}");
    }
}

#[test]
fn ok_artifacts_of_a_store_may_hold_others_of_it() {
    let (store, [a, b], person) = store();
    let mut newer = cite("10.1/c");
    newer.author = Some(person);
    newer.rests_on = Some(vec![a, b, Held::to("link:cite:demo~000001")]);
    let newer = store.add(newer);
    assert_eq!(newer.reference().unwrap().as_str(), "«artifact:link:cite:demo~000004»");
    assert_eq!(store.len(), 4);
    assert!(newer.get().unwrap().rests_on.as_ref().unwrap()[0].get().unwrap().alias() == "link:cite:demo");
    let (again, skipped) = ArtifactStore::restore(&store.snapshot(), &REGISTRY).unwrap();
    assert_eq!((again.len(), skipped.len()), (4, 0));
    assert_eq!(again.snapshot(), store.snapshot());
}

#[test]
fn ok_serde_s_own_derives_take_held_artifacts() {
    use nucleo_artifacts::with_derive::UsesCite as Derived;
    let text = r#"{"one":{"doi":"x","artifact_ref":"«artifact:link:cite:demo~a»"},"many":[{"artifact_ref":"«artifact:link:cite:demo~b»"}]}"#;
    let uses: Derived = serde_json::from_str(text).unwrap();
    assert_eq!(uses.one.as_ref().unwrap().get().unwrap().doi, "x");
    assert_eq!(serde_json::to_string(&uses).unwrap(), text);
}
