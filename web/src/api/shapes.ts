/** The nouns the server speaks of, under the names of its OpenAPI document. */

/** An instant in UTC, RFC 3339 with milliseconds, like `2026-11-21T22:59:59.000Z`. */
export type Instant = string;
/** A day in the library's zone, like `2026-11-21`. */
export type CivilDate = string;
/** Dollars as a decimal number. */
export type Dollars = number;

export type Role = "student" | "admin";
export type BorrowingStatus = "active" | "overdue" | "returned";
export type BookSort =
  | "createdAt"
  | "title"
  | "author"
  | "rating"
  | "publishedYear"
  | "popular"
  | "relevance";

export interface User {
  _id: string;
  name: string;
  email: string;
  role: Role;
  studentId: string | null;
  collegeName: string | null;
  department: string | null;
  currentSemester: string | null;
  currentSemesterCategory: string | null;
  phone: string | null;
  address: string | null;
  isActive: boolean;
  createdAt: Instant;
  updatedAt: Instant;
}

export interface UserSummary extends User {
  activeBorrowings: number;
  overdueBorrowings: number;
  balance: Dollars;
}

export interface Book {
  _id: string;
  title: string;
  author: string;
  category: string;
  coverImage: string | null;
  availableCopies: number;
  totalCopies: number;
  pages: number | null;
  description: string;
  /** 13 digits without hyphens. */
  isbn: string | null;
  publisher: string | null;
  language: string;
  publishedYear: number | null;
  /** Days, in force for this book. */
  borrowingPeriod: number;
  rating: Rating;
  isSemesterStudy: boolean;
  semesterCategories: string[];
  createdAt: Instant;
  updatedAt: Instant;
  archivedAt: Instant | null;
}

export interface Rating {
  /** 0 when nobody has rated. */
  average: number;
  count: number;
}

export interface Refusal {
  code: string;
  message: string;
}

export interface BookDetail extends Book {
  /** The earliest due date of a copy that is out. */
  nextDueDate: Instant | null;
  viewer: {
    myBorrowing: {
      _id: string;
      dueDate: Instant;
      dueOn: CivilDate;
      status: BorrowingStatus;
    } | null;
    dueOnIfBorrowedNow: CivilDate | null;
    /** Why the viewer can't borrow now; empty means they can. */
    refusals: Refusal[];
  };
}

export interface Recommendation extends Book {
  reason: {
    code: "borrowed_together" | "same_author" | "same_category" | "semester_study" | "popular";
    /** The title, author or category that the reason refers to. */
    subject: string | null;
  };
}

/** As much of a book as lists of borrowings show. */
export interface BookBrief {
  _id: string;
  title: string;
  author: string;
  coverImage: string | null;
  category: string;
}

export interface UserBrief {
  _id: string;
  name: string;
  email: string;
}

export interface Borrowing {
  _id: string;
  book: BookBrief;
  user: UserBrief;
  copy: { _id: string; barcode: string };
  status: BorrowingStatus;
  borrowedDate: Instant;
  /** The same instant as `borrowedDate`; the specification uses both spellings. */
  borrowDate: Instant;
  /** The end of the due day. */
  dueDate: Instant;
  dueOn: CivilDate;
  returnedDate: Instant | null;
  /** Booked, or running while overdue. */
  fineAmount: Dollars;
  /** True when its charges are settled. */
  finePaid: boolean;
  /** What is still owed of the booked charges. */
  fineOutstanding: Dollars;
  daysOverdue: number;
}

export interface Copy {
  _id: string;
  barcode: string;
  state: string;
  createdAt: Instant;
  borrower: { _id: string; name: string } | null;
  dueOn: CivilDate | null;
}

export interface Stats {
  totalUsers: number;
  totalBooks: number;
  totalBorrowings: number;
  overdueBooks: number;
  mostBorrowedBooks: { count: number; book: BookBrief }[];
  recentBorrowings: Borrowing[];
}

export interface Credentials {
  email: string;
  password: string;
}

export interface Library {
  name: string;
  timeZone: string;
  currency: "USD";
  /** The default loan period in days. */
  loanDays: number;
  /** Only a demo library gives its credentials away. */
  demo: { admin: Credentials; student: Credentials } | null;
  version: string;
}

export interface NameCount {
  name: string;
  count: number;
}

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  pages: number;
}

export interface SignedIn {
  user: User;
  token: string;
}

/** A successful answer of the server. */
export interface Answer<T> {
  success: true;
  message?: string;
  data: T;
}

/** A page of a list. */
export interface ListAnswer<T> extends Answer<T[]> {
  pagination: Pagination;
}

export interface BookListAnswer extends ListAnswer<Book> {
  facets: { categories: NameCount[] };
  /** The nearest spelling that finds something, when the search finds nothing. */
  suggestion: string | null;
}

export interface HistoryAnswer extends ListAnswer<Borrowing> {
  totals: {
    borrowings: number;
    returned: number;
    finesBooked: Dollars;
    finesOutstanding: Dollars;
    /** Years in which the person may have borrowed, the latest first. */
    years: number[];
  };
}

export interface Registration {
  name: string;
  email: string;
  phone?: string | undefined;
  address?: string | undefined;
  password: string;
  confirmPassword: string;
  agreeTerms: boolean;
}

/** Absent means unchanged, null or empty means cleared. */
export interface DetailsChange {
  name?: string;
  email?: string;
  phone?: string | null;
  address?: string | null;
  collegeName?: string | null;
  department?: string | null;
  currentSemester?: string | null;
  currentSemesterCategory?: string | null;
}

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}
