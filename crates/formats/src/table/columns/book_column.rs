/// What a column of a file of books holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BookColumn {
    /// The title proper.
    Title,
    /// The rest of the title.
    Subtitle,
    /// The first author, or all authors in one cell.
    Author,
    /// Authors, editors and translators besides the first author.
    OtherAuthors,
    /// The ISBN.
    Isbn,
    /// The category or collection of the library.
    Category,
    /// The name of the publisher.
    Publisher,
    /// The year of publication.
    Year,
    /// The language of the text.
    Language,
    /// The number of pages, or the extent.
    Pages,
    /// The edition statement.
    Edition,
    /// A summary of the content.
    Description,
    /// Subjects or keywords.
    Subjects,
    /// The title of the series.
    Series,
    /// The number within the series or the work.
    Volume,
    /// The barcode or the inventory number of the copy.
    Barcode,
    /// The call number or the classification.
    CallNumber,
    /// The place of the copy in the library.
    Shelf,
    /// The condition of the copy.
    Condition,
    /// The price.
    Price,
    /// The number of copies.
    Copies,
    /// The type of the item or the medium.
    ItemType,
    /// A note.
    Note,
    /// The address or the file name of a picture of the cover.
    CoverImage,
    /// The number of the record in the other system.
    ControlNumber,
}

impl BookColumn {
    /// All columns, in the order of their declaration.
    pub const ALL: [BookColumn; 25] = [
        BookColumn::Title,
        BookColumn::Subtitle,
        BookColumn::Author,
        BookColumn::OtherAuthors,
        BookColumn::Isbn,
        BookColumn::Category,
        BookColumn::Publisher,
        BookColumn::Year,
        BookColumn::Language,
        BookColumn::Pages,
        BookColumn::Edition,
        BookColumn::Description,
        BookColumn::Subjects,
        BookColumn::Series,
        BookColumn::Volume,
        BookColumn::Barcode,
        BookColumn::CallNumber,
        BookColumn::Shelf,
        BookColumn::Condition,
        BookColumn::Price,
        BookColumn::Copies,
        BookColumn::ItemType,
        BookColumn::Note,
        BookColumn::CoverImage,
        BookColumn::ControlNumber,
    ];

    /// The code of the column in stored settings.
    pub fn code(self) -> &'static str {
        match self {
            BookColumn::Title => "title",
            BookColumn::Subtitle => "subtitle",
            BookColumn::Author => "author",
            BookColumn::OtherAuthors => "otherAuthors",
            BookColumn::Isbn => "isbn",
            BookColumn::Category => "category",
            BookColumn::Publisher => "publisher",
            BookColumn::Year => "publishedYear",
            BookColumn::Language => "language",
            BookColumn::Pages => "pages",
            BookColumn::Edition => "editionStatement",
            BookColumn::Description => "description",
            BookColumn::Subjects => "subjects",
            BookColumn::Series => "series",
            BookColumn::Volume => "volume",
            BookColumn::Barcode => "barcode",
            BookColumn::CallNumber => "callNumber",
            BookColumn::Shelf => "location",
            BookColumn::Condition => "condition",
            BookColumn::Price => "price",
            BookColumn::Copies => "copies",
            BookColumn::ItemType => "itemType",
            BookColumn::Note => "note",
            BookColumn::CoverImage => "coverImage",
            BookColumn::ControlNumber => "controlNumber",
        }
    }

    /// The column with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::BookColumn;
    use std::collections::HashSet;

    #[test]
    fn every_column_has_a_code_of_its_own() {
        let codes: HashSet<&str> = BookColumn::ALL.map(BookColumn::code).into();
        assert_eq!(codes.len(), BookColumn::ALL.len());
        for column in BookColumn::ALL {
            assert_eq!(BookColumn::from_code(column.code()), Some(column));
        }
        assert_eq!(BookColumn::from_code("Title"), None);
    }
}
