import { CONFIRMATION_NEEDED, confirmIdentity } from "./confirmation.ts";
import { ApiError, type FieldError, type RefusalReason } from "./errors.ts";
import type { SecondStep } from "./shapes.ts";
import { removeToken, storedToken } from "./token.ts";

/** The signed-in person. */
export const ME = "/auth/me";

/** Milliseconds after which a call times out. */
export const TIMEOUT_MS = 10_000;

type QueryValue = string | number | boolean | null | undefined;

interface CallOptions {
  /** Absent, null and empty values are left out of the address. */
  query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** Milliseconds after which the call times out, if not after the usual time. */
  timeoutMs?: number;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

const unauthorizedListeners = new Set<() => void>();

/** Calls back whenever the server rejects the token. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

const forbiddenListeners = new Set<() => void>();

/** Calls back whenever the server refuses a call for lack of permission: the person's role may have changed. */
export function onForbidden(listener: () => void): () => void {
  forbiddenListeners.add(listener);
  return () => forbiddenListeners.delete(listener);
}

/**
 * Calls the server and returns the whole response body (`data`, `pagination`, …).
 *
 * @param path below `/api`, with identifiers already in place
 * @throws ApiError for every failure but an abort by the caller's own signal
 */
export async function call<A>(method: Method, path: string, options: CallOptions = {}): Promise<A> {
  const { response, text } = await send(method, path, "application/json", options);
  const body = jsonOf(text);
  if (response.ok && body !== undefined) return body as A;
  throw failure(response, body);
}

/** A file as the server wrote it. */
export interface ServedFile {
  text: string;
  /** The number of all entries; the file may contain only the first ones. */
  total: number;
}

/**
 * Fetches a table that the server writes as a file.
 *
 * @throws ApiError as `call` does
 */
export async function callForFile(
  path: string,
  options: Pick<CallOptions, "query" | "signal" | "timeoutMs"> = {},
): Promise<ServedFile> {
  const { response, text } = await send("GET", path, "text/csv", options);
  const isFile = response.headers.get("Content-Type")?.startsWith("text/csv") ?? false;
  if (!response.ok || !isFile) throw failure(response, jsonOf(text));
  return { text, total: Number(response.headers.get("X-Total-Count") ?? 0) };
}

interface Reply {
  response: Response;
  text: string;
}

/** Sends a call. If it needs a recent confirmation, the person is asked for it, and the call is sent again. */
async function send(
  method: Method,
  path: string,
  accept: string,
  options: CallOptions,
): Promise<Reply> {
  const reply = await sendOnce(method, path, accept, options);
  if (!needsConfirmation(reply) || !(await confirmIdentity())) return reply;
  return sendOnce(method, path, accept, options);
}

function needsConfirmation({ response, text }: Reply): boolean {
  if (response.status !== 403) return false;
  const body = jsonOf(text);
  return isRecord(body) && body.code === CONFIRMATION_NEEDED;
}

async function sendOnce(
  method: Method,
  path: string,
  accept: string,
  options: CallOptions,
): Promise<Reply> {
  const token = storedToken();
  const headers = new Headers({ Accept: accept });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (options.body !== undefined) headers.set("Content-Type", "application/json");

  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const response = await fetch(address(path, options.query), {
      method,
      headers,
      signal,
      body: options.body === undefined ? null : JSON.stringify(options.body),
    });
    const text = await response.text();
    if (response.status === 401 && token !== null && storedToken() === token) {
      removeToken();
      for (const listener of unauthorizedListeners) listener();
    }
    // The call that loads the person is no reason to load the person.
    if (response.status === 403 && token !== null && path !== ME) {
      for (const listener of forbiddenListeners) listener();
    }
    return { response, text };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: timeout.aborted ? "timeout" : "network", message: "" });
  }
}

/** An identifier as a part of a path: identifiers are opaque and must not change the address. */
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not a response of the server: a proxy's page, or an empty body.
    return undefined;
  }
}

function failure(response: Response, body: unknown): ApiError {
  const facts = isRecord(body) ? body : {};
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return new ApiError({
    // A success status without JSON is a failure of the server.
    status: response.ok ? 502 : response.status,
    code: typeof facts.code === "string" ? facts.code : "unknown",
    message: typeof facts.message === "string" ? facts.message : "",
    errors: Array.isArray(facts.errors) ? facts.errors.filter(isFieldError) : [],
    refusals: Array.isArray(facts.refusals) ? facts.refusals.filter(isRefusalReason) : [],
    secondStep: isSecondStep(facts.secondStep) ? facts.secondStep : null,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.field === "string" && typeof value.message === "string";
}

function isSecondStep(value: unknown): value is SecondStep {
  return isRecord(value) && typeof value.challenge === "string" && Array.isArray(value.methods);
}

function isRefusalReason(value: unknown): value is RefusalReason {
  return (
    isRecord(value) &&
    typeof value.code === "string" &&
    typeof value.message === "string" &&
    typeof value.overridable === "boolean"
  );
}
