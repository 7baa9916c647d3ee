/** A field that the server rejects, with the message for the person. */
export interface FieldError {
  field: string;
  message: string;
}

/** One reason of a refusal. */
export interface RefusalReason {
  code: string;
  message: string;
  /** Whether staff may override it. */
  overridable: boolean;
}

interface ApiErrorFacts {
  /** The HTTP status; 0 when no answer came (offline, or no answer in time). */
  status: number;
  /** For a program, like `email_taken`; `network` and `timeout` are the client's own. */
  code: string;
  /** For a person; empty when the server gave none, so that the screen's own fallback shows. */
  message: string;
  errors?: FieldError[];
  refusals?: RefusalReason[];
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
  readonly retryAfter: number | null;

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    this.status = facts.status;
    this.code = facts.code;
    this.errors = facts.errors ?? [];
    this.refusals = facts.refusals ?? [];
    this.retryAfter = facts.retryAfter ?? null;
  }

  /** The message for a field, if the server rejected it. */
  forField(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.message;
  }
}

/** The server's message, or the given fallback when there is none. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== "" ? error.message : fallback;
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
