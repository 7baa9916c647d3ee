//! The courses of study of the demo's students, and the categories that they read.

/// A course of study.
pub(crate) struct Programme {
    pub college: &'static str,
    pub department: &'static str,
    /// The semester category of its students.
    pub semester_category: &'static str,
    /// The category of most of its reading.
    pub category: &'static str,
    /// Related categories.
    pub related: [&'static str; 2],
}

const fn programme(
    college: &'static str,
    department: &'static str,
    semester_category: &'static str,
    category: &'static str,
    related: [&'static str; 2],
) -> Programme {
    Programme {
        college,
        department,
        semester_category,
        category,
        related,
    }
}

/// Every course of study; the first is the demo student's.
pub(crate) const PROGRAMMES: [Programme; 19] = [
    programme(
        "College of Engineering",
        "Computer Science",
        "Computer Science",
        "Computer Science",
        ["Mathematics", "Engineering"],
    ),
    programme(
        "College of Humanities",
        "History",
        "Humanities",
        "History",
        ["Philosophy", "Biography"],
    ),
    programme(
        "School of Medicine",
        "Medicine",
        "Medicine",
        "Medicine",
        ["Biology", "Psychology"],
    ),
    programme(
        "School of Economics and Business",
        "Economics",
        "Economics",
        "Economics",
        ["Mathematics", "Law and Politics"],
    ),
    programme(
        "College of Science",
        "Physics",
        "Physics",
        "Physics",
        ["Mathematics", "Engineering"],
    ),
    programme(
        "College of Engineering",
        "Data Science",
        "Computer Science",
        "Computer Science",
        ["Mathematics", "Economics"],
    ),
    programme(
        "School of Law",
        "Law",
        "Law",
        "Law and Politics",
        ["History", "Philosophy"],
    ),
    programme(
        "College of Fine Arts",
        "Art History",
        "Arts",
        "Art and Architecture",
        ["History", "Biography"],
    ),
    programme(
        "College of Social Sciences",
        "Psychology",
        "Psychology",
        "Psychology",
        ["Medicine", "Philosophy"],
    ),
    programme(
        "College of Science",
        "Mathematics",
        "Mathematics",
        "Mathematics",
        ["Physics", "Computer Science"],
    ),
    programme(
        "College of Humanities",
        "Literature and Languages",
        "Humanities",
        "Languages and Linguistics",
        ["Poetry and Drama", "Fiction"],
    ),
    programme(
        "College of Engineering",
        "Mechanical Engineering",
        "Engineering",
        "Engineering",
        ["Physics", "Mathematics"],
    ),
    programme(
        "College of Science",
        "Biology",
        "Biology",
        "Biology",
        ["Medicine", "Environment and Geography"],
    ),
    programme(
        "School of Economics and Business",
        "Business Administration",
        "Economics",
        "Economics",
        ["Psychology", "Law and Politics"],
    ),
    programme(
        "College of Humanities",
        "Philosophy",
        "Humanities",
        "Philosophy",
        ["History", "Poetry and Drama"],
    ),
    programme(
        "College of Science",
        "Chemistry",
        "Chemistry",
        "Chemistry",
        ["Biology", "Physics"],
    ),
    programme(
        "School of Medicine",
        "Nursing",
        "Medicine",
        "Medicine",
        ["Psychology", "Biology"],
    ),
    programme(
        "College of Engineering",
        "Civil and Environmental Engineering",
        "Engineering",
        "Engineering",
        ["Environment and Geography", "Art and Architecture"],
    ),
    programme(
        "College of Fine Arts",
        "Theatre",
        "Arts",
        "Poetry and Drama",
        ["Fiction", "Art and Architecture"],
    ),
];

/// Categories that people read for pleasure, whatever they study.
pub(crate) const LEISURE: [&str; 8] = [
    "Fiction",
    "Science Fiction and Fantasy",
    "Mystery",
    "Poetry and Drama",
    "Biography",
    "Children and Young Adults",
    "History",
    "Environment and Geography",
];
