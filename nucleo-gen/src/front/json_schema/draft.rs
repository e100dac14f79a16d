//! The drafts of JSON Schema, and in what they differ.

/// A draft, or a dialect that is built on one. Later ones are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Draft {
    Draft4,
    OpenApi30,
    Draft6,
    Draft7,
    Draft2019,
    Draft2020,
}

/// How the keywords of one schema are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub(crate) draft: Draft,
    /// Whether the schema says its draft. One that does not may use forms of earlier drafts where nothing else fits.
    pub(crate) stated: bool,
    /// Whether the vocabulary of validation is in use; a meta-schema of one's own can leave it out.
    pub(crate) validation: bool,
}

impl Draft {
    /// What `$schema` says. Fragments, a missing `s` and slashes at the end are nothing that anybody means.
    pub(crate) fn of_uri(uri: &str) -> Option<Self> {
        let uri = uri.trim_end_matches(['#', '/']);
        let rest = uri.strip_prefix("http://").or_else(|| uri.strip_prefix("https://"))?;
        match rest {
            "json-schema.org/draft-04/schema" | "json-schema.org/draft-04/hyper-schema" => Some(Self::Draft4),
            "json-schema.org/draft-06/schema" | "json-schema.org/draft-06/hyper-schema" => Some(Self::Draft6),
            "json-schema.org/draft-07/schema" | "json-schema.org/draft-07/hyper-schema" => Some(Self::Draft7),
            "json-schema.org/draft/2019-09/schema" | "json-schema.org/draft/2019-09/hyper-schema" => {
                Some(Self::Draft2019)
            }
            "json-schema.org/draft/2020-12/schema"
            | "json-schema.org/draft/2020-12/hyper-schema"
            | "json-schema.org/schema"
            | "spec.openapis.org/oas/3.1/dialect/base" => Some(Self::Draft2020),
            _ => None,
        }
    }

    /// What a user names in an option: `7`, `draft7`, `draft-07`, `2020-12`, `draft2020-12`.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let name = name.trim_start_matches("draft").trim_start_matches('-');
        match name {
            "4" | "04" => Some(Self::Draft4),
            "6" | "06" => Some(Self::Draft6),
            "7" | "07" => Some(Self::Draft7),
            "2019-09" => Some(Self::Draft2019),
            "2020-12" => Some(Self::Draft2020),
            _ => None,
        }
    }

    /// Whether `$ref` makes its siblings void.
    pub(crate) fn ref_stands_alone(self) -> bool {
        self <= Self::Draft7
    }

    /// The keyword that names a schema.
    pub(crate) fn id(self) -> &'static str {
        if self == Self::Draft4 { "id" } else { "$id" }
    }
}

/// The names that [`Draft::of_name`] takes, for messages.
pub(crate) const NAMES: &str = "`4`, `6`, `7`, `2019-09` and `2020-12`";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_drafts_by_address_and_name() {
        assert_eq!(Draft::of_uri("http://json-schema.org/draft-04/schema#"), Some(Draft::Draft4));
        assert_eq!(Draft::of_uri("https://json-schema.org/draft/2020-12/schema"), Some(Draft::Draft2020));
        assert_eq!(Draft::of_uri("http://example.com/mine"), None);
        assert_eq!(Draft::of_name("draft2019-09"), Some(Draft::Draft2019));
        assert_eq!(Draft::of_name("draft-07"), Some(Draft::Draft7));
        assert_eq!(Draft::of_name("3"), None);
    }
}
