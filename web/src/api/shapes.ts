/** The nouns the server speaks of: its OpenAPI document's own, under the names the screens use. */

import type { components } from "./schema.d.ts";

type Schemas = components["schemas"];

/**
 * A noun as it arrives: the server sends every field, and `null` where there is nothing, while its
 * document lets what may be null be missing as well.
 */
type Whole<T> = { [K in keyof T]-?: Whole<T[K]> };

/** Dollars as a decimal number. */
export type Dollars = Schemas["Borrowing"]["fineAmount"];

export type Role = Schemas["RoleName"];
// The document gives the words below as patterns or in prose.
export type BorrowingStatus = "active" | "overdue" | "returned";
export type BookSort =
  | "createdAt"
  | "title"
  | "author"
  | "rating"
  | "publishedYear"
  | "popular"
  | "relevance";
type ReasonCode =
  | "borrowed_together"
  | "same_author"
  | "same_category"
  | "semester_study"
  | "popular";

export type User = Whole<Schemas["User"]> & { role: Role };
export type UserSummary = Whole<Schemas["UserSummary"]> & { role: Role };

export type Book = Whole<Schemas["Book"]>;
export type BookDetail = Whole<Schemas["BookDetail"]> & {
  viewer: { myBorrowing: { status: BorrowingStatus } | null };
};
export type Recommendation = Whole<Schemas["Recommendation"]> & { reason: { code: ReasonCode } };
export type Copy = Whole<Schemas["Copy"]>;
/** The library's own patron categories and item types. */
export type Kinds = Whole<Schemas["Kinds"]>;
export type Kind = Kinds["itemTypes"][number];
export type NameCount = Schemas["CategoryCount"];

export type Favorite = Whole<Schemas["Favorite"]>;
export type Opinion = Whole<Schemas["BookOpinion"]>;
export type RatingChange = Schemas["RatingForm"];
export type Review = Whole<Schemas["Review"]>;

export type Borrowing = Whole<Schemas["Borrowing"]> & { status: BorrowingStatus };
export type Summary = Whole<Schemas["MySummary"]>;
export type Stats = Whole<Schemas["Stats"]> & { recentBorrowings: Borrowing[] };

export type BorrowingsReport = Whole<Schemas["BorrowingsReport"]>;
export type CategoriesReport = Whole<Schemas["CategoriesReport"]>;
export type HoursReport = Whole<Schemas["HoursReport"]>;
export type OverdueReport = Whole<Schemas["OverdueReport"]>;
export type FinesReport = Whole<Schemas["FinesReport"]>;
export type AttentionReport = Whole<Schemas["AttentionReport"]>;

export type Library = Whole<Schemas["Library"]>;
export type House = Whole<Schemas["House"]> & { graceRule: "included" | "forgiven" };
export type PublicPage = Whole<Schemas["Page"]>;
export type Home = Whole<Schemas["Home"]> & {
  figures: "samples" | "live" | "none";
  voices: "samples" | "own" | "none";
};
export type SetupForm = Schemas["SetupForm"];
export type Credentials = Pick<Schemas["LoginForm"], "email" | "password">;
/** What signs somebody in. */
export type Login = Schemas["LoginForm"];
export type Registration = Schemas["RegistrationForm"];
export type DetailsChange = Schemas["DetailsForm"];
export type PasswordChange = Schemas["PasswordForm"];
export type PasswordReset = Schemas["PasswordResetForm"];
export type PasswordLink = Schemas["PasswordLink"];
/** Where somebody is signed in. */
export type OwnSession = Whole<Schemas["Session"]>;
export type MailSecurity = "none" | "starttls" | "tls";
export type MailSettings = Whole<Schemas["MailSettings"]> & { security: MailSecurity };
export type Mail = Whole<Schemas["Mail"]> & { settings: MailSettings | null };
export type MailSettingsForm = Schemas["MailSettingsForm"];
export type SignedIn = Whole<Schemas["SessionData"]> & { user: User };

export type AccessToken = Whole<Schemas["AccessToken"]>;
export type AccessTokenForm = Schemas["AccessTokenForm"];
export type MadeAccessToken = Whole<Schemas["MadeAccessToken"]>;
export type Scope = Schemas["ScopeName"];

export type Webhook = Whole<Schemas["Webhook"]>;
export type WebhookDelivery = Whole<Schemas["WebhookDelivery"]>;
export type WebhookEvent = Schemas["WebhookEventName"];
export type WebhookForm = Schemas["WebhookForm"];
export type WebhookList = Whole<Schemas["WebhookList"]>;
export type MadeWebhook = Whole<Schemas["MadeWebhook"]>;

export type Pagination = Schemas["Pagination"];

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

export interface BookListAnswer
  extends ListAnswer<Book>,
    Pick<Whole<Schemas["FoundBooks"]>, "facets" | "suggestion"> {}

export interface HistoryAnswer
  extends ListAnswer<Borrowing>,
    Pick<Whole<Schemas["MyHistory"]>, "totals" | "ratings"> {}
