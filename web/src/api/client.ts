import { inPageLanguage } from "@/lib/i18n/server-words.ts";
import { type AddressValues, addressOf } from "./address.ts";
import { CONFIRMATION_NEEDED, confirmIdentity } from "./confirmation.ts";
import { earlyResponse } from "./early-calls.ts";
import { ApiError } from "./errors.ts";
import type { AnswerOf, CallSettings, FilePath, Method, OptionsOf, PathOf } from "./operations.ts";
import type { Shape } from "./shapes.ts";
import { removeToken, storedToken } from "./token.ts";

/** The signed-in person. */
export const ME = "/auth/me";

/** Milliseconds after which a call times out. */
export const TIMEOUT_MS = 10_000;

/** The options of any call, after `call` has checked them against the operation. */
interface AnyOptions extends CallSettings, AddressValues {
  body?: unknown;
}

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
 * @param template an operation's path below `/api`, like `/books/{id}`; its values are in `options.path`
 * @throws ApiError for every failure except an abort by the caller's own signal
 */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  template: P,
  ...[options]: OptionsOf<M, P>
): Promise<AnswerOf<M, P>> {
  const { response, text } = await send(method, template, "application/json", options ?? {});
  const body = await inPageLanguage(jsonOf(text));
  // The types are those of the document that the server is tested against.
  if (response.ok && body !== undefined) return body as AnswerOf<M, P>;
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
export async function callForFile<P extends FilePath>(
  template: P,
  ...[options]: OptionsOf<"GET", P>
): Promise<ServedFile> {
  const { response, text } = await send("GET", template, "text/csv", options ?? {});
  const isFile = response.headers.get("Content-Type")?.startsWith("text/csv") ?? false;
  if (!response.ok || !isFile) {
    throw failure(response, await inPageLanguage(jsonOf(text)));
  }
  return { text, total: Number(response.headers.get("X-Total-Count") ?? 0) };
}

interface Reply {
  response: Response;
  text: string;
}

/** Creates the idempotency keys of writes. Loaded with the code for changes, which visitors do not need. */
let beginWrite: typeof import("./idempotency.ts").beginWrite | undefined;

export function setBeginWrite(begin: typeof beginWrite): void {
  beginWrite = begin;
}

/** Sends a call. If it needs a recent confirmation, asks the person for it and sends the call again. */
async function send(
  method: Method,
  template: string,
  accept: string,
  options: AnyOptions,
): Promise<Reply> {
  const address = addressOf(template, options);
  const write =
    method === "GET"
      ? undefined
      : beginWrite?.(method, address, options.body, Object.values(options.path ?? {}));
  const attempt = () => sendOnce(method, address, accept, options, write?.key);
  // A server that fails may have executed the call.
  let isKnown = false;
  try {
    let reply = await attempt();
    if (needsConfirmation(reply) && (await confirmIdentity())) reply = await attempt();
    isKnown = reply.response.status < 500;
    return reply;
  } finally {
    write?.end(isKnown);
  }
}

function needsConfirmation({ response, text }: Reply): boolean {
  if (response.status !== 403) return false;
  const body = jsonOf(text);
  return isFailure(body) && body.code === CONFIRMATION_NEEDED;
}

async function sendOnce(
  method: Method,
  address: string,
  accept: string,
  options: AnyOptions,
  idempotencyKey: string | undefined,
): Promise<Reply> {
  const token = storedToken();
  const headers = new Headers({ Accept: accept });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (idempotencyKey) headers.set("Idempotency-Key", idempotencyKey);
  if (options.body !== undefined) headers.set("Content-Type", "application/json");

  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const early = method === "GET" ? earlyResponse(address) : undefined;
    const response = await (early ??
      fetch(address, {
        method,
        headers,
        signal,
        body: options.body === undefined ? null : JSON.stringify(options.body),
      }));
    const text = await response.text();
    if (response.status === 401 && token !== null && storedToken() === token) {
      removeToken();
      for (const listener of unauthorizedListeners) listener();
    }
    // A refusal of the call that loads the person must not load the person again.
    if (response.status === 403 && token !== null && !address.endsWith(ME)) {
      for (const listener of forbiddenListeners) listener();
    }
    return { response, text };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    const timedOut = timeout.aborted || (cause instanceof Error && cause.name === "TimeoutError");
    throw new ApiError({ status: 0, code: timedOut ? "timeout" : "network", message: "" });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON of the server: a proxy's page, or an empty body.
    return undefined;
  }
}

function failure(response: Response, body: unknown): ApiError {
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return new ApiError({
    code: "unknown",
    message: "",
    ...(isFailure(body) ? body : {}),
    // A success status without JSON is a failure of the server.
    status: response.ok ? 502 : response.status,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

/** Whether the server wrote the body, rather than a proxy. */
function isFailure(body: unknown): body is Shape<"Failure"> {
  return typeof body === "object" && body !== null && "success" in body && "code" in body;
}
