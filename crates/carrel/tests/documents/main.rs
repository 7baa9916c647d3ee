//! Documents about the code, compared with the code.

mod asvs;
mod papers;
mod references;
mod specification;
