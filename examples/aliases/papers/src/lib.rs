//! What was written: artifacts under `link:cite`, with their table `answers::ALIASES`.

nucleo_runtime::include_answers!();
