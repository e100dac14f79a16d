//! The spellings of a record's members, and which of them a name may be.

/// Every spelling of every member of a record, each with the index of its member.
#[derive(Debug, Clone, Copy)]
pub struct Spellings {
    all: &'static [(&'static str, u16)],
    /// The bits of what each of them shows at a glance.
    glances: u64,
}

/// What a name shows at a glance: two bits for its first and its last letter, the same for each name that is folded
/// alike. None where only folding tells.
///
/// A union asks each of its branches for each name; nearly all that a branch does not have it need not look for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Glance(u64);

impl Spellings {
    /// Of spellings that are folded by [`fold`](crate::names::fold) and sorted. Where only casing or separators part
    /// accepted spellings of two members, these stand there as they are, too, behind a blank.
    pub const fn new(all: &'static [(&'static str, u16)]) -> Self {
        let (mut glances, mut at) = (0, 0);
        while at < all.len() {
            let bytes = all[at].0.as_bytes();
            if let (Some(first), Some(last)) = (bytes.first(), bytes.last()) {
                glances |= bits(*first, *last);
            }
            at += 1;
        }
        Self { all, glances }
    }

    /// All of them, with the indices of their members.
    pub const fn all(&self) -> &'static [(&'static str, u16)] {
        self.all
    }

    /// Whether a name that shows this may be one of them.
    #[inline]
    pub(crate) const fn may_have(&self, glance: Glance) -> bool {
        self.glances & glance.0 == glance.0
    }

    /// The entries of one of them; `folded` is a name as they are folded.
    #[inline]
    pub(crate) fn of(&self, folded: &str) -> &'static [(&'static str, u16)] {
        let from = match self.all.len() {
            ..=FEW => self.all.iter().position(|(spelling, _)| *spelling == folded).unwrap_or(self.all.len()),
            _ => self.all.partition_point(|(spelling, _)| *spelling < folded),
        };
        let count = self.all[from..].iter().take_while(|(spelling, _)| *spelling == folded).count();
        &self.all[from..from + count]
    }
}

impl Glance {
    #[inline]
    pub(crate) fn of(name: &str) -> Self {
        let is_letter = |byte: &&u8| !matches!(byte, b'_' | b'-' | b' ' | b'.');
        let (first, last) = (name.as_bytes().iter().find(is_letter), name.as_bytes().iter().rfind(is_letter));
        match (first, last) {
            (Some(first), Some(last)) if first.is_ascii() && last.is_ascii() => {
                Self(bits(first.to_ascii_lowercase(), last.to_ascii_lowercase()))
            }
            // Letters of other scripts may become others in lower case, and a name of separators stays as it is.
            _ => Self(0),
        }
    }
}

const fn bits(first: u8, last: u8) -> u64 {
    let (first, last) = (first as u32, last as u32);
    1 << ((first * 37 + last * 11) % u64::BITS) | 1 << ((first * 5 + last * 23) % u64::BITS)
}

/// To look at the length of each of so many spellings is faster than to compare half a dozen of them.
const FEW: usize = 24;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Glance, Spellings};
    use crate::names::fold;

    proptest! {
        #[test]
        fn ok_what_is_folded_alike_looks_alike(name in "[_. \\-]{0,2}(\\PC|[a-zA-Z]|[0-9][_. \\-]?|K|ſ|İ|ß){0,4}[_. \\-]{0,2}") {
            let all: &'static [_] = vec![(&*fold(&name).leak(), 0)].leak();
            let spellings = Spellings::new(all);
            for spelled in [name.clone(), name.to_uppercase(), name.to_lowercase(), format!("_{name}-")] {
                let is_spelled = !spellings.of(&fold(&spelled)).is_empty();
                prop_assert!(!is_spelled || spellings.may_have(Glance::of(&spelled)), "{spelled}");
            }
        }
    }

    #[test]
    fn ok_no_spelling_of_a_member_is_overlooked() {
        const SPELLINGS: Spellings = Spellings::new(&[
            ("2ndline", 0),
            ("_", 1),
            ("id", 2),
            ("k", 3),
            ("line1_2", 4),
            ("orderid", 5),
            ("straße", 6),
            ("éclair", 7),
        ]);
        #[rustfmt::skip]
        let names = [
            "2nd_line", "2ND-LINE", "_", "id", "ID", "i.d", "__Id__", "k", "\u{212a}", "Line 1 2", "line-1-2", "orderId", "ORDER ID", " order-id ",
            "Straße", "STRAßE", "éclair", "Éclair",
        ];
        for name in names {
            assert!(!SPELLINGS.of(&fold(name)).is_empty(), "{name}");
            assert!(SPELLINGS.may_have(Glance::of(name)), "{name}");
        }
    }

    #[test]
    fn ok_most_other_names_are_seen_at_a_glance() {
        const SPELLINGS: Spellings = Spellings::new(&[("id", 0), ("name", 1), ("price", 2), ("tags", 3)]);
        let others = ["title", "count", "items", "key", "k0", "k1", "address", "date", "text", "value"];
        let seen = others.iter().filter(|name| !SPELLINGS.may_have(Glance::of(name))).count();
        assert!(seen >= 9, "{seen}");
        assert!(!Spellings::new(&[]).may_have(Glance::of("id")));
    }
}
