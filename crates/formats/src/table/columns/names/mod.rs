//! The headings that are known, by column, the clearest first, between semicolons. They are English, German, French, Spanish,
//! Portuguese, Italian, Dutch, Polish, Turkish, Russian, Indonesian and Arabic, with the names in the exports of Koha, SLiMS,
//! OpenBiblio, Destiny, Goodreads, LibraryThing and Libib, and fields of MARC 21 as `245a`.

mod copies;
mod fines;
mod loans;
mod people;
mod works;

pub(in crate::table::columns) use copies::COPIES;
pub(in crate::table::columns) use fines::FINES;
pub(in crate::table::columns) use loans::LOANS;
pub(in crate::table::columns) use people::PEOPLE;
pub(in crate::table::columns) use works::WORKS;
