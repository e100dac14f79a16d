//! The meta-schemas of the drafts, so that a schema can refer to them. They are in the form of their specifications,
//! without descriptions: 21 KB in all, and only read where a schema refers to one.

macro_rules! texts {
    ($url:expr, $($base:literal: $folder:literal { $($name:literal => $file:literal,)* })*) => {
        match $url {
            $($(concat!($base, $name) => Some(include_str!(concat!("meta/", $folder, $file, ".json"))),)*)*
            _ => None,
        }
    };
}

/// The text of the meta-schema at an address, which has no fragment.
pub(crate) fn text(url: &str) -> Option<&'static str> {
    // `https` is what the specifications have moved to, `http` what schemas have.
    let plain =
        url.strip_prefix("https://json-schema.org/draft-").map(|rest| format!("http://json-schema.org/draft-{rest}"));
    texts! { plain.as_deref().unwrap_or(url),
        "http://json-schema.org/": "" {
            "draft-04/schema" => "draft-04",
            "draft-06/schema" => "draft-06",
            "draft-07/schema" => "draft-07",
        }
        "https://json-schema.org/draft/2019-09/": "2019-09/" {
            "schema" => "schema",
            "meta/core" => "core",
            "meta/applicator" => "applicator",
            "meta/validation" => "validation",
            "meta/meta-data" => "meta-data",
            "meta/format" => "format",
            "meta/content" => "content",
        }
        "https://json-schema.org/draft/2020-12/": "2020-12/" {
            "schema" => "schema",
            "meta/core" => "core",
            "meta/applicator" => "applicator",
            "meta/unevaluated" => "unevaluated",
            "meta/validation" => "validation",
            "meta/meta-data" => "meta-data",
            "meta/format-annotation" => "format-annotation",
            "meta/format-assertion" => "format-assertion",
            "meta/content" => "content",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_meta_schemas_are_json_under_their_own_names() {
        for url in [
            "http://json-schema.org/draft-04/schema",
            "http://json-schema.org/draft-07/schema",
            "https://json-schema.org/draft/2019-09/meta/format",
            "https://json-schema.org/draft/2020-12/schema",
            "https://json-schema.org/draft/2020-12/meta/unevaluated",
        ] {
            assert!(text(url).is_some_and(|it| it.contains(&format!("\"{url}"))), "{url}");
        }
        assert_eq!(text("https://json-schema.org/draft-07/schema"), text("http://json-schema.org/draft-07/schema"));
        assert_eq!(text("http://example.com/"), None);
    }
}
