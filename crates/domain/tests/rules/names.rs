//! Ids with readable names, for tests.

use carrel_domain::identity::Id;

/// The id with a name of at most eight ASCII characters. Ids are in the order of their names.
pub fn id<E>(name: &str) -> Id<E> {
    assert!(name.is_ascii() && name.len() <= 8, "{name:?} is no name of an id");
    let mut bytes = [0; 8];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    Id::new(i64::from_be_bytes(bytes))
}

/// The name of an id.
pub fn name<E>(id: Id<E>) -> String {
    let bytes = id.number().to_be_bytes();
    let name = bytes.into_iter().filter(|byte| *byte != 0);
    name.map(char::from).collect()
}
