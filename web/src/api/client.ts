import { ApiError, type FieldError } from "./errors.ts";
import { removeToken, storedToken } from "./token.ts";

/** Milliseconds after which a call is given up. */
export const TIMEOUT_MS = 10_000;

type QueryValue = string | number | boolean | null | undefined;

interface CallOptions {
  /** Absent, null and empty values are left out of the address. */
  query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

const unauthorizedListeners = new Set<() => void>();

/** Calls back whenever the server says that the token is not (any longer) good. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

/**
 * Calls the server and returns the whole answer (`data`, `pagination`, …).
 *
 * @param path below `/api`, with identifiers already in place
 * @throws ApiError for every failure but an abort by the caller's own signal
 */
export async function call<A>(method: Method, path: string, options: CallOptions = {}): Promise<A> {
  const token = storedToken();
  const headers = new Headers({ Accept: "application/json" });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (options.body !== undefined) headers.set("Content-Type", "application/json");

  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(address(path, options.query), {
      method,
      headers,
      signal,
      body: options.body === undefined ? null : JSON.stringify(options.body),
    });
    body = await readJson(response);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: timeout.aborted ? "timeout" : "network", message: "" });
  }
  if (response.ok && body !== undefined) return body as A;

  if (response.status === 401 && token !== null && storedToken() === token) {
    removeToken();
    for (const listener of unauthorizedListeners) listener();
  }
  throw failure(response, body);
}

/** The path of one thing: identifiers are opaque and must not be read as part of the address. */
export function segment(id: string): string {
  return encodeURIComponent(id);
}

function address(path: string, query: CallOptions["query"]): string {
  const url = new URL(`/api${path}`, location.origin);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") {
      url.searchParams.set(name, String(value));
    }
  }
  return url.href;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    // Not ours: a proxy's page, or nothing at all.
    return undefined;
  }
}

function failure(response: Response, body: unknown): ApiError {
  const facts = isRecord(body) ? body : {};
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return new ApiError({
    // An answer that says "fine" but is not JSON is the server's failure.
    status: response.ok ? 502 : response.status,
    code: typeof facts.code === "string" ? facts.code : "unknown",
    message: typeof facts.message === "string" ? facts.message : "",
    errors: Array.isArray(facts.errors) ? facts.errors.filter(isFieldError) : [],
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.field === "string" && typeof value.message === "string";
}
