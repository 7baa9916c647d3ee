/** Borrowings of the signed-in person, and of others for staff. */
export const borrowingKeys = {
  all: ["borrowings"] as const,
  mine: ["borrowings", "mine"] as const,
  charges: ["borrowings", "charges"] as const,
  chargesOfUser: (userId: string) => ["borrowings", "user", userId, "charges"] as const,
  histories: ["borrowings", "history"] as const,
  history: (query: object) => ["borrowings", "history", query] as const,
  summary: ["borrowings", "summary"] as const,
  overdue: (query: object) => ["borrowings", "overdue", query] as const,
  everyone: (query: object) => ["borrowings", "everyone", query] as const,
  ofUser: (userId: string) => ["borrowings", "user", userId] as const,
  pagesOfUser: (userId: string) => ["borrowings", "user", userId, "pages"] as const,
  unpaidOfUser: (userId: string) => ["borrowings", "user", userId, "unpaid"] as const,
};

export const savedSearchKeys = {
  all: ["saved-searches"] as const,
  list: ["saved-searches", "list"] as const,
};

export const favoriteKeys = {
  all: ["favorites"] as const,
  ids: ["favorites", "ids"] as const,
  list: (query: object) => ["favorites", "list", query] as const,
};
