//! What grows: artifacts under `plant`, with their table `answers::ALIASES`.

nucleo_runtime::include_answers!();
