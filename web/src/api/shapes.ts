/** The schemas of the server's OpenAPI document, with the names that the screens use. */

import type { components, operations } from "./schema.d.ts";

type Schemas = components["schemas"];

/** A schema by its name in the document. */
export type Shape<Name extends keyof Schemas> = Schemas[Name];

/** Dollars as a decimal number. */
export type Dollars = Schemas["Borrowing"]["fineAmount"];

/** The role of the specification: `admin` or `student`. */
export type BasicRole = Schemas["RoleName"];
/** The role of a person who is neither an administrator nor only a student. */
export type StaffRole = Schemas["StaffRole"];
/** The code of a language of the product, such as `de`. */
export type LanguageCode = Schemas["LanguageCode"];
export type Permission = Schemas["PermissionName"];
export type PermissionGroup = Schemas["PermissionGroup"];
/** All roles and all permissions. */
export type Roles = Schemas["Roles"];
export type Role = Roles["roles"][number];
export type NewRole = Schemas["NewRoleForm"];
export type RoleChange = Schemas["RoleChangeForm"];
export type BorrowingStatus = Schemas["BorrowingStatus"];
/** The filter of a list of borrowings: a status, or a union of several. */
export type BorrowingState = NonNullable<
  NonNullable<operations["all_borrowings"]["parameters"]["query"]>["status"]
>;
export type BookSort = NonNullable<
  NonNullable<operations["list_books"]["parameters"]["query"]>["sort"]
>;

export type User = Schemas["User"];
/** The signed-in person, with their permissions. */
export type SignedInUser = Schemas["SignedInUser"];
export type UserSummary = Schemas["UserSummary"];

export type Book = Schemas["Book"];
export type BookSaved = Schemas["BookSaved"];
export type BookDetail = Schemas["BookDetail"];
/** People, subjects, series, further identifiers, notes and links of a book. */
export type BookDetails = Schemas["BookDetails"];
/** The same as a form sends them. */
export type BookDetailsForm = Schemas["BookDetailsForm"];
export type Recommendation = Schemas["Recommendation"];
export type Copy = Schemas["Copy"];
/** The library's own patron categories and item types. */
export type Kinds = Schemas["Kinds"];
export type Kind = Kinds["itemTypes"][number];
export type FacetCount = Schemas["FacetCount"];

export type Favorite = Schemas["Favorite"];
export type SavedSearch = Schemas["SavedSearch"];
export type Opinion = Schemas["BookOpinion"];
export type RatingChange = Schemas["RatingForm"];
export type Review = Schemas["Review"];
export type ReviewPage = Schemas["ReviewPage"];

export type Borrowing = Schemas["Borrowing"];
export type Renewed = Schemas["Renewed"];
export type Summary = Schemas["MySummary"];
export type Stats = Schemas["Stats"];

export type BorrowingsReport = Schemas["BorrowingsReport"];
export type CategoriesReport = Schemas["CategoriesReport"];
export type HoursReport = Schemas["HoursReport"];
export type OverdueReport = Schemas["OverdueReport"];
export type FinesReport = Schemas["FinesReport"];
export type AttentionReport = Schemas["AttentionReport"];

export type Library = Schemas["Library"];
export type LibraryRules = Schemas["LibraryRules"];
export type PublicPage = Schemas["Page"];
export type Home = Schemas["Home"];
export type SetupForm = Schemas["SetupForm"];
export type Credentials = Pick<Schemas["LoginForm"], "email" | "password">;
/** The body of a login. */
export type Login = Schemas["LoginForm"];
/** A sign-in that waits for its second step. */
export type SecondStep = Schemas["SecondStep"];
export type SecondStepForm = Schemas["SecondStepForm"];
export type SecondFactors = Schemas["SecondFactors"];
export type AuthenticatorSecret = Schemas["AuthenticatorSecret"];
export type RecoveryCodes = Schemas["RecoveryCodes"];
export type Passkey = Schemas["Passkey"];
export type PasskeyOptions = Schemas["PasskeyOptions"];
export type PasskeyChallenge = Schemas["PasskeyChallenge"];
export type PresentedPasskey = Schemas["PresentedPasskey"];
export type NewPasskeyForm = Schemas["NewPasskeyForm"];
export type AddedPasskey = Schemas["AddedPasskey"];
export type ConfirmationForm = Schemas["ConfirmationForm"];
export type Registration = Schemas["RegistrationForm"];
export type RegistrationConfirmation = Schemas["RegistrationConfirmationForm"];
export type DetailsChange = Schemas["OwnDetailsForm"];
export type EmailChange = Schemas["EmailChange"];
export type PasswordChange = Schemas["PasswordForm"];
export type PasswordReset = Schemas["PasswordResetForm"];
export type PasswordLink = Schemas["PasswordLink"];
/** A session of the person in a browser. */
export type OwnSession = Schemas["Session"];
export type MailSecurity = Schemas["MailSecurity"];
export type MailSettings = Schemas["MailSettings"];
export type Mail = Schemas["Mail"];
export type SecuritySettings = Schemas["SecuritySettings"];
export type MailSettingsForm = Schemas["MailSettingsForm"];
export type SignedIn = Schemas["SessionData"];

export type AuditLogEntry = Schemas["AuditLogEntry"];
export type AuditAction = Schemas["AuditAction"];

export type AccessToken = Schemas["AccessToken"];
export type AccessTokenForm = Schemas["AccessTokenForm"];
export type MadeAccessToken = Schemas["MadeAccessToken"];
export type Scope = Schemas["ScopeName"];

export type Webhook = Schemas["Webhook"];
export type WebhookDelivery = Schemas["WebhookDelivery"];
export type WebhookEvent = Schemas["WebhookEventName"];
export type NewWebhookForm = Schemas["NewWebhookForm"];
export type WebhookForm = Schemas["WebhookForm"];
export type WebhookList = Schemas["WebhookList"];
export type MadeWebhook = Schemas["MadeWebhook"];

export type Pagination = Schemas["Pagination"];

/** A page of a list. */
export interface ListAnswer<T> {
  data: T[];
  pagination: Pagination;
}

export type BookListAnswer = Schemas["FoundBooks"];
export type HistoryAnswer = Schemas["MyHistory"];
