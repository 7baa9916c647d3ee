/** Books as staff manage them. */
export const managedBookKeys = {
  all: ["admin", "books"] as const,
  lists: ["admin", "books", "list"] as const,
  list: (query: object) => ["admin", "books", "list", query] as const,
  one: (id: string) => ["admin", "books", "one", id] as const,
  marc: (id: string) => ["admin", "books", "marc", id] as const,
  copies: (bookId: string) => ["admin", "books", "copies", bookId] as const,
  allCopies: (query: object) => ["admin", "books", "all-copies", query] as const,
  locations: ["admin", "books", "locations"] as const,
  /** The headings follow the books. */
  headings: (query: object) => ["admin", "books", "headings", query] as const,
  subjects: (text: string) => ["admin", "books", "subjects", text] as const,
};

/** What is known of an ISBN. It is not loaded again with the books, because that asks other systems. */
export const bookLookupKeys = {
  one: (isbn: string) => ["admin", "book-lookups", isbn] as const,
};

/** People with accounts. */
export const userKeys = {
  all: ["admin", "users"] as const,
  lists: ["admin", "users", "list"] as const,
  classes: ["admin", "users", "classes"] as const,
  list: (query: object) => ["admin", "users", "list", query] as const,
  one: (id: string) => ["admin", "users", "one", id] as const,
  receipts: (id: string) => ["admin", "users", "one", id, "receipts"] as const,
  name: (id: string | undefined) => ["admin", "users", "one", id, "name"] as const,
};

/** Totals, and lists that are computed from borrowings. */
export const reportKeys = {
  stats: ["admin", "stats"] as const,
  mostBorrowed: ["admin", "most-borrowed"] as const,
  recentBorrowings: ["admin", "recent-borrowings"] as const,
  all: ["admin", "reports"] as const,
  one: (name: string, days: object) => ["admin", "reports", name, days] as const,
};

export const auditKeys = {
  all: ["admin", "audit"] as const,
  list: (query: object) => ["admin", "audit", query] as const,
};

export const roleKeys = { all: ["admin", "roles"] as const };

export const settingsKeys = {
  section: (name: string) => ["admin", "settings", name] as const,
  /** Depends on the section `privacy`. */
  keptData: ["admin", "settings", "privacy", "kept"] as const,
  /** Depends on the section `rules`. */
  explanations: ["admin", "settings", "rules", "explanation"] as const,
  explanation: (person: string, item: string) =>
    ["admin", "settings", "rules", "explanation", person, item] as const,
  mail: ["admin", "settings", "mail"] as const,
};

export const webhookKeys = {
  all: ["webhooks"] as const,
  log: (id: string, page: number) => ["webhooks", "log", id, page] as const,
};

/** Labels and library cards. */
export const labelKeys = {
  sheets: ["admin", "labels", "sheets"] as const,
  preview: (form: object) => ["admin", "labels", "preview", form] as const,
};

/** Changes of many books. */
export const bulkEditKeys = {
  all: ["admin", "bulk-edits"] as const,
  list: (query: object) => ["admin", "bulk-edits", "list", query] as const,
  one: (id: string) => ["admin", "bulk-edits", "one", id] as const,
  refused: (id: string) => ["admin", "bulk-edits", "refused", id] as const,
};

/** Imports of books. */
export const importKeys = {
  all: ["admin", "imports"] as const,
  list: (query: object) => ["admin", "imports", "list", query] as const,
  one: (id: string) => ["admin", "imports", "one", id] as const,
  /** The state is part of the key: each run of a check or an import has its own records. */
  records: (id: string, kind: string, state: string) =>
    ["admin", "imports", "records", id, kind, state] as const,
};
