//! Seats: what a job needs of a model, and the catalogue that translates it into one.

/// How able a model has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// It sorts and extracts.
    Small,
    /// It follows a plan.
    Middle,
    /// It makes one.
    Large,
}

/// How much it is asked to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// A few sentences.
    Brief,
    /// A page.
    Page,
}

/// What a job needs of a model. No seat names one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    /// How able it has to be.
    pub grade: Grade,
    /// How long it may think, from 0 to whatever models offer.
    pub depth: u8,
    /// How much it is asked to write.
    pub output: Output,
}

/// A model that can be had.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// What its provider calls it.
    pub name: &'static str,
    /// How able it is.
    pub grade: Grade,
    /// How long it can think.
    pub depth: u8,
    /// The most tokens that it writes.
    pub tokens: u32,
}

/// The models that can be had, the cheapest first.
pub const CATALOGUE: [Entry; 3] = [
    Entry { name: "hasty-7b", grade: Grade::Small, depth: 0, tokens: 2_000 },
    Entry { name: "steady-30b", grade: Grade::Middle, depth: 1, tokens: 8_000 },
    Entry { name: "deep-400b", grade: Grade::Large, depth: 3, tokens: 32_000 },
];

/// A model on a seat, with the settings that its provider takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seated {
    /// The model.
    pub model: &'static str,
    /// How long it thinks: what the seat asks for, as far as the model goes.
    pub depth: u8,
    /// The most tokens that it is asked to write.
    pub tokens: u32,
}

/// The cheapest model that is able enough; the ablest where none is.
pub fn seat(seat: Seat, catalogue: &[Entry]) -> Option<Seated> {
    let entry = catalogue.iter().find(|it| it.grade >= seat.grade).or(catalogue.last())?;
    let wanted = match seat.output {
        Output::Brief => 1_000,
        Output::Page => 4_000,
    };
    Some(Seated { model: entry.name, depth: seat.depth.min(entry.depth), tokens: wanted.min(entry.tokens) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_depth_and_output_are_clamped_to_what_the_model_has() {
        let wanted = Seat { grade: Grade::Middle, depth: 9, output: Output::Page };
        assert_eq!(seat(wanted, &CATALOGUE), Some(Seated { model: "steady-30b", depth: 1, tokens: 4_000 }));
        let small = Seat { grade: Grade::Small, ..wanted };
        assert_eq!(seat(small, &CATALOGUE), Some(Seated { model: "hasty-7b", depth: 0, tokens: 2_000 }));
        // Where none is able enough, the ablest has to do.
        assert_eq!(seat(Seat { grade: Grade::Large, ..wanted }, &CATALOGUE[..2]).unwrap().model, "steady-30b");
    }
}
