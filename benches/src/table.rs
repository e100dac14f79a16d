//! Tables, as Markdown.

use std::fmt;

/// A table with a head.
#[derive(Debug)]
pub struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns; the first is text, the others are figures.
    pub fn new<'a>(head: impl IntoIterator<Item = &'a str>) -> Self {
        Self { head: head.into_iter().map(str::to_owned).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().chain([&self.head]).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    }

    fn line(&self, f: &mut fmt::Formatter<'_>, row: &[String]) -> fmt::Result {
        for (column, cell) in row.iter().enumerate() {
            let width = self.width(column);
            match column {
                0 => write!(f, "| {cell:<width$} |")?,
                _ => write!(f, " {cell:>width$} |")?,
            }
        }
        writeln!(f)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line(f, &self.head)?;
        for column in 0..self.head.len() {
            let dashes = "-".repeat(self.width(column));
            match column {
                0 => write!(f, "| {dashes} |")?,
                _ => write!(f, " {}: |", dashes.split_at(1).1)?,
            }
        }
        writeln!(f)?;
        self.rows.iter().try_for_each(|row| self.line(f, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ok_columns_are_aligned() {
        let mut table = Table::new(["reply", "µs"]);
        table.row(["clean, 10 KB".to_owned(), "15.3".to_owned()]);
        assert_eq!(table.to_string(), "| reply        |   µs |\n| ------------ | ---: |\n| clean, 10 KB | 15.3 |\n");
    }
}
