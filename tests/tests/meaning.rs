//! Values at random of every answer of `schemas/`: written, dressed as a model would dress them, and read again.

use nucleo_runtime::{Answer, Value, from_value, read, to_string, to_value};
use nucleo_tests::published;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[path = "support/dress.rs"]
mod dress;
mod support;
#[path = "support/values.rs"]
mod values;

fn keeps_its_meaning<T, P>(value: &Value) -> Result<(), TestCaseError>
where
    P: Answer + DeserializeOwned,
    T: Answer + Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    // Rules stand beside the types that values are drawn from; what breaks one is no value.
    let Ok(it) = from_value::<T>(value) else { return Err(TestCaseError::reject("a rule")) };
    let (text, json) = (to_string(&it), to_value(&it));

    let strict = read::<T>(&text).map_err(|rejection| fail(&rejection, &text))?;
    prop_assert_eq!(&strict.value, &it, "{}", &text);
    prop_assert!(strict.repairs.is_empty(), "{:?} in {}", strict.repairs, text);

    let by_serde: T = serde_json::from_str(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(&by_serde, &it);
    prop_assert_eq!(&serde_json::to_value(&it).expect("JSON"), &json);

    // The published schema accepts what the type writes.
    let published = serde_json::from_str::<P>(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(&to_value(&published), &json);

    for reply in [dress::fenced(&json), dress::sloppy(&json)] {
        let reading = read::<T>(&reply).map_err(|rejection| fail(&rejection, &reply))?;
        prop_assert_eq!(&reading.value, &it, "{}", &reply);
        prop_assert!(!reading.repairs.is_empty());
    }
    Ok(())
}

fn fail(rejection: &nucleo_runtime::Rejection, reply: &str) -> TestCaseError {
    TestCaseError::fail(format!("{rejection:?}\n{reply}"))
}

macro_rules! tests {
    ($($name:literal: $ty:ty = $own:ident,)*) => {
        #[test]
        fn ok_every_answer_survives_its_dresses() {
            let config = ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() };
            let mut wrong = Vec::new();
            $(
                let mut runner = TestRunner::new(config.clone());
                let values = values::of(<$ty as nucleo_runtime::Shaped>::SHAPE);
                if let Err(error) = runner.run(&values, |value| keeps_its_meaning::<$ty, published::$own>(&value)) {
                    wrong.push(format!("{}: {error}", $name));
                }
            )*
            assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
        }
    };
}

support::each_answer!(tests);
