//! Guides: a page for each capability. Those to schemas, prompts and builds are in `nucleo_gen::guide`.
//!
//! | page | tells |
//! | --- | --- |
//! | [`reading`] | how a reply becomes a value, what is mended and what never |
//! | [`correction`] | the loop that asks again, and what a model is told |
//! | [`tools`] | tools, calls, agents |
//! | [`artifacts`] | values that a model points at and never writes |
//! | [`writing`] | values as a model is shown them: summaries, references, reasons |

// Their code needs generated types: it runs in a crate of the repository that has them.
macro_rules! pages {
    ($($name:ident;)*) => {$(
        #[cfg(not(doctest))]
        #[doc = include_str!(concat!("../guide/", stringify!($name), ".md"))]
        pub mod $name {}
    )*};
}

pages! {
    reading;
    correction;
    tools;
    artifacts;
    writing;
}
