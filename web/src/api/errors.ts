/** A field the server refuses, with the message for the person. */
export interface FieldError {
  field: string;
  message: string;
}

interface ApiErrorFacts {
  /** The HTTP status; 0 when no answer came (offline, or no answer in time). */
  status: number;
  /** For a program, like `email_taken`; `network` and `timeout` are the client's own. */
  code: string;
  /** For a person; empty when the server gave none, so that the screen's own fallback shows. */
  message: string;
  errors?: FieldError[];
  /** Seconds to wait before trying again, from the Retry-After header. */
  retryAfter?: number | null;
}

/** Every way a call can fail, in one shape. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | null;

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    this.status = facts.status;
    this.code = facts.code;
    this.errors = facts.errors ?? [];
    this.retryAfter = facts.retryAfter ?? null;
  }

  /** The message for a field, if the server refused it. */
  forField(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.message;
  }
}

/** The server's message, or the given fallback when there is none. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== "" ? error.message : fallback;
}

/**
 * True when the toast for every failure of this kind (403, and 500 and above) says all there is to say, so that a screen
 * shows none of its own. The server's words for a 403 say more than that toast. The calls that section 8 of the
 * specification names show their own toast in any case.
 */
export function isToldEverywhere(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 500 || (error.status === 403 && error.message === "");
}
