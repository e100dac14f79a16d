//! Times several things against each other.

use std::time::{Duration, Instant};

/// One of the things that are compared.
pub struct Stage<'a> {
    run: Box<dyn FnMut() + 'a>,
    /// How often it runs between two looks at the clock.
    batch: u32,
    spent: Duration,
    best: Duration,
}

impl<'a> Stage<'a> {
    /// A thing to time: whatever `run` gives is dropped inside the timing, as it is where it is used.
    pub fn new<T>(mut run: impl FnMut() -> T + 'a) -> Self {
        let run = Box::new(move || drop(std::hint::black_box(run())));
        Self { run, batch: 1, spent: Duration::ZERO, best: Duration::MAX }
    }

    fn round(&mut self) {
        let start = Instant::now();
        for _ in 0..self.batch {
            (self.run)();
        }
        let took = start.elapsed();
        self.spent += took;
        self.best = self.best.min(took / self.batch);
    }

    /// Doubles the batch until it takes as long as the clock is good for.
    fn warm_up(&mut self) {
        loop {
            self.spent = Duration::ZERO;
            self.round();
            if self.spent >= BATCH {
                return;
            }
            self.batch *= 2;
        }
    }
}

const BATCH: Duration = Duration::from_micros(500);
const TOTAL: Duration = Duration::from_secs(1);
const FEWEST: u32 = 5;

/// The best time of each stage, in rounds that give every stage its turn, until each has had a second and five turns.
pub fn best(mut stages: Vec<Stage<'_>>) -> Vec<Duration> {
    stages.iter_mut().for_each(Stage::warm_up);
    let mut rounds = 0;
    while rounds < FEWEST || stages.iter().any(|stage| stage.spent < TOTAL) {
        stages.iter_mut().for_each(Stage::round);
        rounds += 1;
    }
    stages.into_iter().map(|stage| stage.best).collect()
}
