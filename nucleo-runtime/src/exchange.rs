//! The correction loop without IO: it says what to send, and takes what came back.

mod checks;
mod contract;
mod course;
