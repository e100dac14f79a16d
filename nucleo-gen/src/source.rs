//! Sources: discovery of schema files, their text, and the places in it.
