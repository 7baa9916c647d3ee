//! Records: a struct, its columns, and how it is written and read, declared once.

use super::Value;

/// A record that a query selects.
pub trait Columns {
    /// The list of columns, in the order in which `FromRow` reads them.
    const COLUMNS: &'static str;
}

/// The fields of a record that are written unchanged: their columns and values, in one order.
pub trait Fields {
    /// The names of the columns.
    const NAMES: &'static [&'static str];

    /// Appends the values.
    fn write<'a>(&'a self, values: &mut Vec<Value<'a>>);
}

/// SQL that is concatenated at compile time.
pub(crate) struct Sql {
    bytes: [u8; Sql::LONGEST],
    length: usize,
}

impl Sql {
    /// Longer texts fail to compile.
    const LONGEST: usize = 2048;

    pub(crate) const fn new() -> Sql {
        Sql {
            bytes: [0; Sql::LONGEST],
            length: 0,
        }
    }

    pub(crate) const fn text(mut self, text: &str) -> Sql {
        let bytes = text.as_bytes();
        let mut place = 0;
        while place < bytes.len() {
            self.bytes[self.length] = bytes[place];
            self.length += 1;
            place += 1;
        }
        self
    }

    /// A placeholder: `$1` and so on.
    const fn placeholder(self, number: usize) -> Sql {
        assert!(number < 100, "a statement has fewer than 100 values");
        let digits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let sql = self.text("$");
        if number < 10 {
            sql.text(digits[number])
        } else {
            sql.text(digits[number / 10]).text(digits[number % 10])
        }
    }

    /// Texts with a comma between them.
    pub(crate) const fn list(self, parts: &[&str]) -> Sql {
        let mut sql = self;
        let mut place = 0;
        while place < parts.len() {
            if place > 0 {
                sql = sql.text(", ");
            }
            sql = sql.text(parts[place]);
            place += 1;
        }
        sql
    }

    /// `INSERT INTO table (names…) VALUES ($1, …)`; the names come in groups.
    pub(crate) const fn insert(table: &str, groups: &[&[&str]]) -> Sql {
        let mut sql = Sql::new().text("INSERT INTO ").text(table).text(" (");
        let mut number = 0;
        let mut group = 0;
        while group < groups.len() {
            if group > 0 {
                sql = sql.text(", ");
            }
            sql = sql.list(groups[group]);
            number += groups[group].len();
            group += 1;
        }
        sql = sql.text(") VALUES (");
        let mut place = 1;
        while place <= number {
            if place > 1 {
                sql = sql.text(", ");
            }
            sql = sql.placeholder(place);
            place += 1;
        }
        sql.text(")")
    }

    /// `UPDATE table SET name = $2, … WHERE id = $1`; the names come in groups.
    pub(crate) const fn update(table: &str, groups: &[&[&str]]) -> Sql {
        let mut sql = Sql::new().text("UPDATE ").text(table).text(" SET ");
        let mut number = 1;
        let mut group = 0;
        while group < groups.len() {
            let mut place = 0;
            while place < groups[group].len() {
                if number > 1 {
                    sql = sql.text(", ");
                }
                number += 1;
                sql = sql.text(groups[group][place]).text(" = ").placeholder(number);
                place += 1;
            }
            group += 1;
        }
        sql.text(" WHERE id = $1")
    }

    pub(crate) const fn as_str(&self) -> &str {
        let (used, _) = self.bytes.split_at(self.length);
        match std::str::from_utf8(used) {
            Ok(text) => text,
            Err(_) => panic!("SQL is UTF-8"),
        }
    }
}

/// The text of an [`Sql`], as a constant.
macro_rules! sql {
    ($sql:expr) => {{
        const SQL: $crate::engine::record::Sql = $sql;
        const TEXT: &str = SQL.as_str();
        TEXT
    }};
}
pub(crate) use sql;

/// The text of a column: from the table with the alias, from another table, computed, or all columns of a nested
/// record.
macro_rules! column {
    ($alias:literal, $field:ident) => {
        concat!($alias, ".", stringify!($field))
    };
    ($alias:literal, $field:ident, = $column:expr) => {
        $column
    };
    ($alias:literal, $field:ident, $type:ty as record) => {
        <$type as $crate::engine::Columns>::COLUMNS
    };
}
pub(crate) use column;

/// Reads a struct from the columns of a row, in the order of its fields.
macro_rules! from_row {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::engine::FromRow for $name {
            #[inline]
            fn from_row(
                row: &mut $crate::engine::Row<'_>,
            ) -> ::std::result::Result<Self, $crate::engine::Error> {
                Ok($name {
                    $($field: $crate::engine::FromRow::from_row(row)?,)*
                })
            }
        }
    };
}
pub(crate) use from_row;

/// Maps a struct that is declared elsewhere, such as one of the domain, to the columns that it is read from.
///
/// A field is the column of its name in the table with the alias (`of "b"`), an expression (`total = "k.total"`), or a
/// nested record (`user: User as record`).
macro_rules! columns {
    ($name:ident of $alias:literal {
        $($field:ident $(: $type:ty as $nested:ident)? $(= $column:expr)?),* $(,)?
    }) => {
        impl $crate::engine::Columns for $name {
            const COLUMNS: &'static str = $crate::engine::sql!($crate::engine::record::Sql::new().list(&[
                $($crate::engine::record::column!($alias, $field $(, $type as $nested)? $(, = $column)?)),*
            ]));
        }

        $crate::engine::record::from_row!($name { $($field),* });
    };
}
pub(crate) use columns;

/// Declares a record that queries return: the struct, its columns and how a row is read.
///
/// A field is mapped as [`columns`] maps it (`field: i64 = "k.total"`). Without an alias the query itself lists the
/// columns in the order of the fields.
macro_rules! record {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident : $type:ty),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)*
        }

        $crate::engine::record::from_row!($name { $($field),* });
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident of $alias:literal {
            $(
                $(#[$field_meta:meta])*
                $field_vis:vis $field:ident : $type:ty $(as $nested:ident)? $(= $column:expr)?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)*
        }

        $crate::engine::columns!($name of $alias {
            $($field $(: $type as $nested)? $(= $column)?),*
        });
    };
}
pub(crate) use record;

/// Maps a struct of the domain to the columns of the same names in the table with the alias, to read and to write it.
macro_rules! fields {
    ($name:ident of $alias:literal { $($field:ident),* $(,)? }) => {
        $crate::engine::columns!($name of $alias { $($field),* });

        impl $crate::engine::Fields for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            fn write<'a>(&'a self, values: &mut Vec<$crate::engine::Value<'a>>) {
                values.extend([$($crate::engine::Value::from(&self.$field)),*]);
            }
        }
    };
}
pub(crate) use fields;

/// Declares the columns that are written of a record, when the struct also has fields that are not columns of its
/// table.
macro_rules! written {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident : $type:ty),* $(,)?
        } beside {
            $($(#[$rest_meta:meta])* $rest_vis:vis $rest:ident : $rest_type:ty),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)*
            $($(#[$rest_meta])* $rest_vis $rest: $rest_type,)*
        }

        impl $crate::engine::Fields for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            fn write<'a>(&'a self, values: &mut Vec<$crate::engine::Value<'a>>) {
                values.extend([$($crate::engine::Value::from(&self.$field)),*]);
            }
        }
    };
}
pub(crate) use written;

/// The name of a column: that of the field, or another one.
macro_rules! name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident, $column:literal) => {
        $column
    };
}
pub(crate) use name;

/// Declares a row to be written: the struct, its `INSERT` and its values. A field is the column of its name, or another
/// one (`terms: Terms<'a> = "terms_digest"`).
macro_rules! new_row {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident<$life:lifetime> into $table:literal {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident : $type:ty $(= $column:literal)?),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name<$life> {
            $($(#[$field_meta])* $field_vis $field: $type,)*
        }

        impl<$life> $name<$life> {
            /// The columns, in the order of [`Self::values`].
            pub(crate) const NAMES: &'static [&'static str] =
                &[$($crate::engine::record::name!($field $(, $column)?)),*];
            pub(crate) const INSERT: &'static str = $crate::engine::sql!(
                $crate::engine::record::Sql::insert($table, &[<$name<'static>>::NAMES])
            );

            pub(crate) fn values(&self) -> [$crate::engine::Value<$life>; [$(stringify!($field)),*].len()] {
                [$($crate::engine::Value::from(self.$field)),*]
            }
        }
    };
}
pub(crate) use new_row;
