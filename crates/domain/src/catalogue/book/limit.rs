//! The limits of the fields.

use crate::limits::{Form, List, Text, Whole};

/// `title`
pub const TITLE: Text = Text::of(1, 300, Form::FILLED_LINE);
/// `author`
pub const AUTHOR: Text = Text::of(1, 200, Form::FILLED_LINE);
/// `category`
pub const CATEGORY: Text = Text::of(1, 80, Form::FILLED_LINE);
/// `publisher`
pub const PUBLISHER: Text = Text::up_to(200, Form::LINE);
/// `editionStatement`
pub const EDITION_STATEMENT: Text = Text::up_to(200, Form::LINE);
/// `language`
pub const LANGUAGE: Text = Text::up_to(60, Form::LINE);
/// `description`
pub const DESCRIPTION: Text = Text::up_to(5000, Form::LINES);
/// `pages`
pub const PAGES: Whole = Whole::of(1, 20_000);
/// `publishedYear`; in addition, at most two years from now.
pub const PUBLISHED_YEAR: Whole = Whole::of(-3000, 9999);
/// `borrowingPeriod`, in days
pub const BORROWING_PERIOD: Whole = Whole::of(1, 365);
/// `itemType`
pub const ITEM_TYPE: Text = Text::up_to(80, Form::LINE);
/// `isbn`
pub const ISBN: Text = Text::up_to(100, Form::ISBN);
/// `coverImage`
pub const COVER_IMAGE: Text = Text::up_to(500, Form::IMAGE_ADDRESS);
/// `semesterCategories`
pub const SEMESTER_CATEGORIES: List = List::up_to(12);
/// One entry of `semesterCategories`.
pub const SEMESTER_CATEGORY: Text = Text::up_to(80, Form::LINE);
/// Copies that are created with a book.
pub const COPIES: Whole = Whole::of(0, 1000);
/// Copies that are added to a book.
pub const ADDED_COPIES: Whole = Whole::of(1, 1000);
/// `marcRecord` of a new book
pub const MARC_RECORD: Text = Text::up_to(200_000, Form::ANY);
