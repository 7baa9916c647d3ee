/** Keys begin with the general part, so that `all` invalidates the others. */
export const bookKeys = {
  all: ["books"] as const,
  list: (query: object) => ["books", "list", query] as const,
  facets: (query: object) => ["books", "facets", query] as const,
  detail: (id: string) => ["books", "detail", id] as const,
  title: (id: string | undefined) => ["books", "detail", id, "title"] as const,
  categories: ["books", "categories"] as const,
  semesterCategories: ["books", "semester-categories"] as const,
  popular: (limit: number) => ["books", "popular", limit] as const,
  recommendations: ["books", "recommendations"] as const,
  recommended: (limit: number) => ["books", "recommendations", limit] as const,
};

/** Ratings and reviews. */
export const opinionKeys = {
  all: ["opinions"] as const,
  rating: (bookId: string) => ["opinions", bookId, "rating"] as const,
  reviews: (bookId: string) => ["opinions", bookId, "reviews"] as const,
};
