//! Changing the index: changes, reopening, damage, rebuilding during searches.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::catalogue::{book, counted, find, id, ids, name, query};
use carrel_domain::catalogue::book::BookId;
use carrel_search::{BookDocument, Change, Facet, Index, Query, Sort};

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// The position that the last commit stored; 0 when there is none.
fn sequence(index: &Index) -> u64 {
    index.position().map_or(0, |position| position.parse().unwrap())
}

/// What is read in advance changes nothing that searches find, after changes either.
#[test]
fn an_index_that_is_prepared_finds_the_same() {
    let indexes = [Index::in_memory().unwrap(), Index::in_memory().unwrap()];
    let shelf = |from: i64, category: &str| -> Vec<Change> {
        let document = |number| BookDocument {
            id: BookId::new(number),
            category: category.into(),
            published_year: i32::try_from(1900 + number % 90).ok(),
            popularity: number % 7,
            ..book("", &format!("Essays {}", number % 50), "Nobody")
        };
        (from..from + 300)
            .map(|number| Change::Put(document(number)))
            .collect()
    };
    let batches = [
        shelf(1, "Art"),
        shelf(150, "Biology"),
        shelf(900, "Art"),
        shelf(1, "Chemistry"),
    ];
    for (position, batch) in batches.into_iter().enumerate() {
        indexes[0].prepare().unwrap();
        for index in &indexes {
            index.apply(batch.clone(), &position.to_string()).unwrap();
        }
        for text in ["", "essays", "year:>1950"] {
            for sort in [Sort::Relevance, Sort::Title, Sort::PublishedYear, Sort::Popular] {
                let query = Query {
                    facets: &Facet::ALL,
                    sort,
                    offset: 90,
                    ..query(text)
                };
                let [prepared, other] = [0, 1].map(|place| indexes[place].search(&query).unwrap());
                assert_eq!(prepared, other, "{text:?} {sort:?} {position}");
                assert!(!prepared.ids.is_empty());
            }
        }
    }
}

#[test]
fn applies_changes_in_their_order() {
    let index = Index::in_memory().unwrap();
    assert_eq!((sequence(&index), find(&index, "").total), (0, 0));

    index
        .apply(
            vec![
                Change::Put(book("1", "Emma", "Jane Austen")),
                Change::Put(book("2", "Nana", "Zola")),
            ],
            "2",
        )
        .unwrap();
    assert_eq!(
        (ids(&index, "emma"), ids(&index, "nana"), sequence(&index)),
        ("1".into(), "2".into(), 2)
    );

    index
        .apply(
            vec![
                Change::Put(book("1", "Persuasion", "Jane Austen")),
                Change::Put(book("1", "Sanditon", "Jane Austen")),
                Change::Remove(id("2")),
                Change::Remove(id("unknown")),
                Change::Put(book("3", "Germinal", "Zola")),
                Change::Remove(id("3")),
                Change::Put(book("3", "Thérèse Raquin", "Zola")),
            ],
            "9",
        )
        .unwrap();
    assert_eq!(ids(&index, "austen"), "1");
    assert_eq!(ids(&index, "sanditon"), "1");
    assert_eq!(ids(&index, "persuasion emma"), "");
    assert_eq!(ids(&index, "zola"), "3");
    assert_eq!(counted(&index, query(""), Facet::Category), "General:2");
    assert_eq!(sequence(&index), 9);

    index.apply(Vec::new(), "12").unwrap();
    assert_eq!((sequence(&index), find(&index, "").total), (12, 2));
}

#[test]
fn keeps_content_and_sequence_over_reopening() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("made/on/the/way");
    let index = Index::open(&path).unwrap();
    assert_eq!(sequence(&index), 0);
    drop(index);
    let index = Index::open(&path).unwrap();
    assert_eq!(sequence(&index), 0);
    index
        .apply(vec![Change::Put(book("1", "Emma", "Jane Austen"))], "41")
        .unwrap();
    index
        .apply(vec![Change::Put(book("2", "Nana", "Zola"))], "42")
        .unwrap();
    drop(index);

    let index = Index::open(&path).unwrap();
    assert_eq!((sequence(&index), find(&index, "").total), (42, 2));
    index.apply(vec![Change::Remove(id("1"))], "43").unwrap();
    assert_eq!(
        (
            index
                .rebuild([book("7", "Dune", "Frank Herbert")].into_iter(), "50")
                .unwrap(),
            sequence(&index)
        ),
        (1, 50)
    );
    index
        .apply(vec![Change::Put(book("8", "Emma", "Jane Austen"))], "51")
        .unwrap();
    drop(index);

    let index = Index::open(&path).unwrap();
    assert_eq!((sequence(&index), ids(&index, "")), (51, "7 8".into()));
}

/// Damages one file.
type Damage = fn(&Path);

#[test]
fn recreates_a_damaged_index() {
    let made = tempfile::tempdir().unwrap();
    let index = Index::open(made.path()).unwrap();
    index
        .apply(
            (0..50)
                .map(|n| Change::Put(book(&n.to_string(), "Emma", "Jane Austen")))
                .collect(),
            "5",
        )
        .unwrap();
    index.apply(vec![Change::Remove(id("7"))], "6").unwrap();
    drop(index);

    let ways: [(&str, Damage); 4] = [
        ("emptied", |file| fs::write(file, "").unwrap()),
        ("cut in half", |file| {
            let content = fs::read(file).unwrap();
            fs::write(file, &content[..content.len() / 2]).unwrap();
        }),
        ("garbled", |file| {
            let mut content = fs::read(file).unwrap();
            let middle = content.len() / 2;
            content[middle] ^= 0x55;
            content[0] ^= 0x55;
            fs::write(file, content).unwrap();
        }),
        ("removed", |file| fs::remove_file(file).unwrap()),
    ];
    let mut recreated = 0;
    for file in files(made.path()) {
        let name = file.file_name().unwrap();
        if fs::metadata(&file).unwrap().len() == 0 {
            continue;
        }
        for (how, damage) in ways {
            let dir = tempfile::tempdir().unwrap();
            for file in files(made.path()) {
                fs::copy(&file, dir.path().join(file.file_name().unwrap())).unwrap();
            }
            fs::write(dir.path().join("notes.txt"), "not ours").unwrap();
            damage(&dir.path().join(name));

            let index = Index::open(dir.path()).unwrap();
            let (last, total) = (sequence(&index), find(&index, "emma").total);
            // The list of managed files can be lost without harm; any other file cannot.
            if last == 0 {
                assert_eq!(total, 0, "{name:?} {how}");
                recreated += 1;
            } else {
                assert_eq!((last, total), (6, 49), "{name:?} {how}");
            }
            index
                .apply(vec![Change::Put(book("1", "Nana", "Zola"))], "8")
                .unwrap();
            assert_eq!(ids(&index, "zola"), "1", "{name:?} {how}");
            drop(index);
            assert_eq!(sequence(&Index::open(dir.path()).unwrap()), 8, "{name:?} {how}");
            assert_eq!(
                fs::read_to_string(dir.path().join("notes.txt")).unwrap(),
                "not ours"
            );
        }
    }
    assert!(recreated >= 24, "{recreated}");
}

#[test]
fn recreates_an_index_of_another_format() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path()).unwrap();
    index
        .apply(vec![Change::Put(book("1", "Emma", "Jane Austen"))], "5")
        .unwrap();
    drop(index);
    let meta = dir.path().join("meta.json");
    let content = fs::read_to_string(&meta).unwrap();
    let older = content.replace(r#"{\"format\":"#, r#"{\"format\":9"#);
    assert_ne!(content, older);
    fs::write(&meta, older).unwrap();
    let index = Index::open(dir.path()).unwrap();
    assert_eq!((sequence(&index), find(&index, "").total), (0, 0));
    index
        .apply(vec![Change::Put(book("1", "Emma", "Jane Austen"))], "6")
        .unwrap();
    assert_eq!(ids(&index, "emma"), "1");
}

#[test]
fn fails_if_the_directory_is_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(Index::open(&file).is_err());
}

#[test]
fn a_second_writer_fails_and_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let first = Index::open(dir.path()).unwrap();
    first
        .apply(vec![Change::Put(book("1", "Emma", "Jane Austen"))], "1")
        .unwrap();
    let second = Index::open(dir.path()).unwrap();
    assert!(second.apply(vec![Change::Remove(id("1"))], "2").is_err());
    assert_eq!((sequence(&second), ids(&second, "emma")), (1, "1".into()));
    first
        .apply(vec![Change::Put(book("2", "Emma", "Jane Austen"))], "2")
        .unwrap();
    assert_eq!(ids(&first, "emma"), "1 2");
}

/// Books of one generation, distinguished by the category and a number.
fn generation(number: usize, size: usize) -> impl Iterator<Item = BookDocument> {
    (0..size).map(move |n| BookDocument {
        category: format!("Generation {number}"),
        ..book(
            &format!("{number}-{n:05}"),
            &format!("Emma volume {n}"),
            "Jane Austen",
        )
    })
}

#[test]
fn searches_see_the_old_or_the_new_content_during_a_rebuild() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path()).unwrap();
    let size = |number: usize| 3_000 + number;
    index.rebuild(generation(0, size(0)), "1").unwrap();
    let done = AtomicBool::new(false);
    let latest = [AtomicUsize::new(usize::MAX), AtomicUsize::new(usize::MAX)];
    std::thread::scope(|scope| {
        let searchers = ["", "emma"].into_iter().zip(&latest).map(|(text, latest)| {
            let (index, done) = (&index, &done);
            scope.spawn(move || {
                let mut seen = Vec::new();
                while !done.load(Ordering::SeqCst) {
                    let found = index
                        .search(&Query {
                            limit: 50,
                            facets: &[Facet::Category],
                            ..query(text)
                        })
                        .unwrap();
                    let categories = &found.facets[&Facet::Category];
                    assert_eq!(categories.len(), 1, "{categories:?}");
                    let (category, count) = &categories[0];
                    let number: usize = category.strip_prefix("Generation ").unwrap().parse().unwrap();
                    assert_eq!((*count, found.total), (size(number), size(number)));
                    let prefix = format!("{number}-");
                    assert!(found.ids.iter().all(|&id| name(id).starts_with(&prefix)));
                    seen.push(number);
                    latest.store(number, Ordering::SeqCst);
                }
                seen.dedup();
                seen
            })
        });
        let searchers: Vec<_> = searchers.collect();
        for number in 0..5 {
            if number > 0 {
                let books = index
                    .rebuild(generation(number, size(number)), &(number + 1).to_string())
                    .unwrap();
                assert_eq!(books, size(number) as u64);
            }
            for (searcher, latest) in searchers.iter().zip(&latest) {
                while latest.load(Ordering::SeqCst) != number && !searcher.is_finished() {
                    std::thread::yield_now();
                }
            }
        }
        done.store(true, Ordering::SeqCst);
        for searcher in searchers {
            assert_eq!(searcher.join().unwrap(), [0, 1, 2, 3, 4]);
        }
    });
    assert_eq!(sequence(&index), 5);
    // No file of the earlier generations remains: one segment and the engine's own files.
    let segments = files(dir.path())
        .iter()
        .filter(|file| file.extension().is_some_and(|end| end == "term"))
        .count();
    assert_eq!(segments, 1);
}

/// The error of a failed source.
fn lost() -> carrel_search::Error {
    std::io::Error::other("the source is lost").into()
}

#[test]
fn keeps_the_old_content_if_a_rebuild_fails() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path()).unwrap();
    index.rebuild(generation(0, 10), "3").unwrap();
    let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        index.rebuild(
            generation(1, 10).inspect(|book| assert!(!name(book.id).ends_with('5'), "the source fails")),
            "4",
        )
    }));
    assert!(broken.is_err());
    assert_eq!((sequence(&index), find(&index, "emma").total), (3, 10));
    let source = generation(1, 10).map(|book| {
        if name(book.id).ends_with('5') {
            Err(lost())
        } else {
            Ok(book)
        }
    });
    assert!(index.try_rebuild(source, "4").is_err());
    assert_eq!((sequence(&index), find(&index, "emma").total), (3, 10));
    index
        .apply(vec![Change::Put(book("new", "Nana", "Zola"))], "4")
        .unwrap();
    assert_eq!((sequence(&index), find(&index, "").total), (4, 11));
    drop(index);
    let index = Index::open(dir.path()).unwrap();
    assert_eq!((sequence(&index), find(&index, "").total), (4, 11));
}

#[test]
fn many_small_commits_are_merged_into_few_segments() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path()).unwrap();
    for n in 0..60 {
        index
            .apply(
                vec![Change::Put(book(&format!("{n:02}"), "Emma", "Jane Austen"))],
                &(n + 1).to_string(),
            )
            .unwrap();
    }
    assert_eq!(find(&index, "emma").total, 60);
    drop(index);
    // Merging, which continues after the commits, has kept the position.
    let index = Index::open(dir.path()).unwrap();
    assert_eq!((sequence(&index), find(&index, "emma").total), (60, 60));
    let segments = files(dir.path())
        .iter()
        .filter(|file| file.extension().is_some_and(|end| end == "term"))
        .count();
    assert!(segments < 30, "{segments}");
}
