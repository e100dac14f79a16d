//! What an agent may call: brought up to date before each turn, and read-only where its caller is.

use nucleo_runtime::tool::{Clash, Palette, Tool};

/// What an agent is allowed to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everything.
    Full,
    /// Nothing that changes anything.
    ReadOnly,
}

impl Access {
    /// The access of an agent that is asked by one of this access: what is withheld stays withheld, however deep.
    #[must_use]
    pub fn inherit(self, own: Self) -> Self {
        if self == Self::ReadOnly { self } else { own }
    }

    /// Whether a tool may be called.
    pub fn allows(self, tool: &Tool) -> bool {
        self == Self::Full || tool.read_only
    }
}

/// Brings a palette to the wanted tools, as far as `access` goes, and gives the names of those that are withheld: a
/// model must not be told of them, a person must. Doing it again changes nothing.
///
/// # Errors
///
/// Two different tools have one name.
pub fn reconcile(palette: &mut Palette, wanted: &[Tool], access: Access) -> Result<Vec<String>, Clash> {
    palette.retain(|tool| wanted.iter().any(|it| it.name == tool.name) && access.allows(tool));
    let (allowed, withheld): (Vec<&Tool>, Vec<&Tool>) = wanted.iter().partition(|tool| access.allows(tool));
    allowed.into_iter().try_for_each(|tool| palette.add(tool.clone()))?;
    Ok(withheld.iter().map(|tool| tool.name.to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::TOOLS;

    #[test]
    fn ok_read_only_is_inherited_and_what_is_withheld_is_told() {
        assert_eq!(Access::ReadOnly.inherit(Access::Full), Access::ReadOnly);
        assert_eq!(Access::Full.inherit(Access::ReadOnly), Access::ReadOnly);
        let mut palette = Palette::of(TOOLS);
        let withheld = reconcile(&mut palette, TOOLS, Access::ReadOnly).unwrap();
        assert_eq!(withheld, ["order_seeds"]);
        assert!(palette.get("order_seeds").is_none() && palette.get("read_soil").is_some());
    }

    #[test]
    fn ok_reconciling_twice_changes_nothing() {
        let mut palette = Palette::new();
        reconcile(&mut palette, TOOLS, Access::Full).unwrap();
        let once = palette.clone();
        assert_eq!(reconcile(&mut palette, TOOLS, Access::Full).unwrap(), Vec::<String>::new());
        assert_eq!(palette, once);
        // What is no longer wanted goes.
        reconcile(&mut palette, &TOOLS[..2], Access::Full).unwrap();
        assert_eq!(palette.len(), 2);
    }
}
