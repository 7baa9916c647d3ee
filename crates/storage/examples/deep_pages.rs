//! Measures how much longer a page far down a list takes than its first page: `cargo run --release -p carrel-storage
//! --example deep_pages -- DATABASE`, where DATABASE is the file of an embedded database or a `postgres://` address.
//! `carrel generate` makes one of any size. The program writes only a counter.
//!
//! One line per list, with the medians of many reads: page 1; page 4,000, or the last page of a shorter list; pages
//! around that one, each once; the same pages, each after a commit; then the longest of all reads. Times are in
//! microseconds, of one caller; a page has 20 entries, and is read without its total.

#![expect(clippy::print_stdout, reason = "printing figures is what this program is for")]

use std::time::Instant;

use carrel_domain::circulation::status::BorrowingState;
use carrel_storage::books::{self, Order, Shelf};
use carrel_storage::borrowings;
use carrel_storage::counters::{self, Counter};
use carrel_storage::engine::Options;
use carrel_storage::{Connection, Database, Result, users};

const LIMIT: i64 = 20;
/// The first row of page 4,000.
const DEEP: i64 = 3_999 * LIMIT;
/// How many pages are read for a median.
const PAGES: i64 = 60;

#[derive(Debug, Clone)]
enum List {
    Books(Order),
    Category(String, Order),
    MostBorrowed,
    Borrowings(BorrowingState, borrowings::Order),
    People,
}

async fn page(connection: &mut Connection, (list, offset): &(List, i64)) -> Result<usize> {
    let offset = *offset;
    Ok(match list {
        List::Books(order) => books::list(connection, Shelf::All, *order, LIMIT, offset)
            .await?
            .len(),
        List::Category(category, order) => {
            books::list(connection, Shelf::Category(category), *order, LIMIT, offset)
                .await?
                .len()
        }
        List::MostBorrowed => books::most_borrowed(connection, LIMIT, offset).await?.len(),
        List::Borrowings(state, order) => {
            let filter = borrowings::Filter::everybody(*state, i64::MAX);
            borrowings::list(connection, &filter, *order, LIMIT, offset)
                .await?
                .len()
        }
        List::People => users::list(connection, &users::Filter::default(), 0, LIMIT, offset)
            .await?
            .len(),
    })
}

/// The time to read one page in microseconds, and the number of its entries.
async fn timed(database: &Database, list: &List, offset: i64) -> Result<(u32, usize)> {
    let began = Instant::now();
    let entries = database
        .read(&(list.clone(), offset), |connection, input| {
            Box::pin(page(connection, input))
        })
        .await?;
    let micros = u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX);
    Ok((micros, entries))
}

async fn commit(database: &Database) -> Result<()> {
    database
        .write((), |transaction, ()| {
            Box::pin(async move { counters::take(transaction, Counter::Barcode, 1).await.map(drop) })
        })
        .await
}

fn median(mut times: Vec<u32>) -> u32 {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// The first row of the last full page, but at most that of page 4,000.
async fn deepest(database: &Database, list: &List) -> Result<i64> {
    let mut offset = DEEP + PAGES * LIMIT;
    while offset > 0 && timed(database, list, offset).await?.1 == 0 {
        offset = offset * 9 / 10 / LIMIT * LIMIT;
    }
    Ok(offset)
}

async fn measure(database: &Database, list: &List) -> Result<()> {
    let deepest = deepest(database, list).await?;
    // A commit drops the known offsets of this list.
    commit(database).await?;
    let mut first = Vec::new();
    for _ in 0..PAGES {
        first.push(timed(database, list, 0).await?.0);
    }
    let mut same = Vec::new();
    for _ in 0..PAGES {
        same.push(timed(database, list, deepest).await?.0);
    }
    let offsets: Vec<i64> = (0..PAGES)
        .map(|number| deepest - number * 7 % PAGES * LIMIT)
        .filter(|offset| *offset > 0)
        .collect();
    let mut around = Vec::new();
    for offset in &offsets {
        around.push(timed(database, list, *offset).await?.0);
    }
    let mut disturbed = Vec::new();
    for offset in &offsets {
        commit(database).await?;
        disturbed.push(timed(database, list, *offset).await?.0);
    }
    let all = same.iter().chain(&around).chain(&disturbed);
    let longest = all.max().copied().unwrap_or_default();
    let (first, same, around, disturbed) = (median(first), median(same), median(around), median(disturbed));
    println!(
        "| {list:?} | {} | {first} | {same} | {:.1} | {around} | {disturbed} | {longest} |",
        deepest / LIMIT + 1,
        f64::from(same) / f64::from(first),
    );
    Ok(())
}

#[tokio::main]
async fn main() -> Result<()> {
    let place = std::env::args().nth(1).unwrap_or_default();
    let options = if place.starts_with("postgres") {
        Options::Postgres {
            url: place,
            connections: 2,
        }
    } else {
        Options::Sqlite { path: place.into() }
    };
    let database = Database::attach(&options).await?;
    let categories = database
        .read(&(), |connection, ()| Box::pin(books::categories(connection)))
        .await?;
    let mut lists: Vec<List> = Order::ALL.map(List::Books).to_vec();
    if let Some((category, _)) = categories.into_iter().max_by_key(|(_, count)| *count) {
        lists.extend([Order::Title, Order::Popular].map(|order| List::Category(category.clone(), order)));
    }
    lists.push(List::MostBorrowed);
    lists.extend([
        List::Borrowings(BorrowingState::Any, borrowings::Order::Newest),
        List::Borrowings(BorrowingState::Any, borrowings::Order::Due),
        List::Borrowings(BorrowingState::Returned, borrowings::Order::Newest),
        List::Borrowings(BorrowingState::Open, borrowings::Order::Due),
        List::People,
    ]);
    println!("| list | page | page 1 | that page | ratio | around it | after a commit | longest |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for list in &lists {
        measure(&database, list).await?;
    }
    Ok(())
}
