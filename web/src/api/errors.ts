import type { SecondStep } from "./shapes.ts";

/** A field that the server rejects, with the message for the person. */
export interface FieldError {
  field: string;
  message: string;
  /** For programs, such as `title_required`. */
  code?: string;
}

/** One reason of a refusal. */
export interface RefusalReason {
  code: string;
  message: string;
  /** Whether staff may override it. */
  overridable: boolean;
}

interface ApiErrorFacts {
  /** The HTTP status; 0 when there was no response (offline, or a timeout). */
  status: number;
  /** For programs, such as `email_taken`; `network` and `timeout` come from the client itself. */
  code: string;
  /** For people; empty when the server sent none, so that the screen shows its own fallback. */
  message: string;
  errors?: FieldError[];
  refusals?: RefusalReason[];
  /** The challenge of the second step, for a sign-in to an account with a second factor. */
  secondStep?: SecondStep | null;
  /** Seconds to wait before trying again, from the Retry-After header. */
  retryAfter?: number | null;
}

/** Any failure of a call. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  /** Every reason of a refusal; empty for other failures. */
  readonly refusals: readonly RefusalReason[];
  /** The challenge of the second step, for a sign-in to an account with a second factor; null for other failures. */
  readonly secondStep: SecondStep | null;
  readonly retryAfter: number | null;

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    this.status = facts.status;
    this.code = facts.code;
    this.errors = facts.errors ?? [];
    this.refusals = facts.refusals ?? [];
    this.secondStep = facts.secondStep ?? null;
    this.retryAfter = facts.retryAfter ?? null;
  }

  /** The message for a field, if the server rejected it. */
  forField(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.message;
  }
}

/** The advice after a failure without a response; the app sets it in its language. */
let unreachableAdvice = "";

/** Sets the advice that `messageOf` adds when the server could not be reached. */
export function setUnreachableAdvice(advice: string): void {
  unreachableAdvice = advice;
}

/**
 * The server's message, or the fallback if there is none. For a refusal it contains every reason; after a lost
 * connection, a second line says what to check.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  const reasons = reasonsOf(error);
  if (reasons.length > 1) return reasons.map(asSentence).join(" ");
  if (error.message !== "") return error.message;
  if (error.status !== 0 || unreachableAdvice === "") return fallback;
  return fallback === "" ? unreachableAdvice : `${fallback}\n${unreachableAdvice}`;
}

/** The server's code of a failure because its database does not respond, or is read-only. */
const UNAVAILABLE = "unavailable";

/** The message about an outage of the database; the app sets it in its language. */
let outageWords = "";

/** Sets the message of `outageAwareMessageOf` about an outage of the database. */
export function setOutageWords(words: string): void {
  outageWords = words;
}

/** Like `messageOf`, but names an outage of the database; the server's message only says that it is busy. */
export function outageAwareMessageOf(error: unknown, fallback: string): string {
  const isOutage = error instanceof ApiError && error.code === UNAVAILABLE && outageWords !== "";
  return isOutage ? outageWords : messageOf(error, fallback);
}

/** The server's message of each reason of a refusal; empty for other failures. */
export function reasonsOf(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.status !== 409) return [];
  if (error.errors.length > 0) return error.errors.map(({ message }) => message);
  return error.message === "" ? [] : [error.message];
}

function asSentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** The reasons of a refusal; empty for other failures. */
export function refusalsOf(error: unknown): readonly RefusalReason[] {
  return error instanceof ApiError ? error.refusals : [];
}

/**
 * True when the general toast for a failure of this kind (403, and 500 and above) is sufficient, so that a screen
 * shows none of its own. The server's message of a 403 has more detail than that toast. The calls that section 8 of the
 * specification names show their own toast in any case.
 */
export function hasGeneralToast(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 500 || (error.status === 403 && error.message === "");
}
