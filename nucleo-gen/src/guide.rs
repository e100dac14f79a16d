//! Guides: a page for each capability, a table of what is enforced, and pages for those who come from another tool.
//!
//! Their code is compiled and run by the tests of this repository. The guides to replies, to the correction loop and to
//! tools are in `nucleo_runtime::guide`.

#[cfg(test)]
mod tests;
