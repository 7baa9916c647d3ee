import { inPageLanguage } from "@/lib/i18n/server-words.ts";
import { addressOf } from "./address.ts";
import { call } from "./client.ts";
import { ApiError } from "./errors.ts";
import type { BodyOf, DocumentPath, FilePath, OptionsOf } from "./operations.ts";
import type { Shape } from "./shapes.ts";
import { storedToken } from "./token.ts";

/**
 * Fetches a file of any kind.
 *
 * @throws ApiError as `call` does
 */
export async function fetchFile<P extends FilePath>(
  template: P,
  ...[options]: OptionsOf<"GET", P>
): Promise<Blob> {
  return fetched(addressOf(template, options ?? {}));
}

/**
 * Fetches a document that the server writes.
 *
 * @throws ApiError as `call` does
 */
export async function fetchDocument<P extends DocumentPath>(
  template: P,
  { body }: { body: BodyOf<"POST", P> },
): Promise<Blob> {
  return fetched(addressOf(template, {}), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function fetched(address: string, request: RequestInit = {}): Promise<Blob> {
  const token = storedToken();
  const headers = new Headers(request.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(address, { ...request, headers });
    if (response.ok) return await response.blob();
  } catch {
    throw new ApiError({ status: 0, code: "network", message: "" });
  }
  throw await refusal(response, await response.text());
}

/** The failure of a response, in the language of the page. */
async function refusal(response: Response, text: string): Promise<ApiError> {
  if (response.status === 401 || response.status === 403) {
    // This call is refused in the same way, and then signs the person out, or reads their permissions again.
    await call("GET", "/auth/me").catch(() => undefined);
  }
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return new ApiError({
    code: "unknown",
    message: "",
    ...(await failureIn(text)),
    status: response.status,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

/** The body of a failure; nothing when a proxy wrote it, and not the server. */
async function failureIn(text: string): Promise<Partial<Shape<"Failure">>> {
  try {
    // The type is that of the document that the server is tested against.
    return (await inPageLanguage(JSON.parse(text))) as Shape<"Failure">;
  } catch {
    return {};
  }
}

export interface Sending {
  /** Called with the sent share of the file, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file of this kind of records, whose check begins at once.
 *
 * It uses `XMLHttpRequest`, because `fetch` does not report how much of a body was sent.
 *
 * @throws ApiError for every failure; with the code `aborted` when the signal stops it
 */
export async function sendImport(
  kind: Shape<"ImportKind">,
  file: File,
  sending: Sending,
): Promise<Shape<"Import">> {
  const request = {
    method: "POST",
    address: addressOf("/imports", { query: { kind, name: file.name } }),
    contentType: "application/octet-stream",
  };
  // The type is that of the document that the server is tested against.
  const body = JSON.parse(await sent(request, file, sending)) as Shape<"Envelope_Import">;
  return body.data;
}

/**
 * Sends a picture that becomes the cover of a book.
 *
 * @param basedOn the `updatedAt` of the book that the person has seen; undefined replaces the cover in any case
 * @throws ApiError for every failure; with the code `aborted` when the signal stops it
 */
export async function sendCover(
  id: string,
  file: File,
  basedOn: string | undefined,
  sending: Sending,
): Promise<Shape<"BookSaved">> {
  const query = basedOn === undefined ? {} : { updatedAt: basedOn };
  const request = {
    method: "PUT",
    address: addressOf("/books/{id}/cover", { path: { id }, query }),
    // The server goes by the bytes of a file whose type the browser does not know.
    contentType: file.type || "image/jpeg",
  };
  // The type is that of the document that the server is tested against.
  return JSON.parse(await sent(request, file, sending)) as Shape<"BookSaved">;
}

interface FileRequest {
  method: string;
  address: string;
  contentType: string;
}

/** Sends a file; the text of the response. */
async function sent(request: FileRequest, file: File, sending: Sending): Promise<string> {
  const response = await send(request, file, storedToken(), sending);
  const text = await response.text();
  if (!response.ok) throw await refusal(response, text);
  return text;
}

function send(
  { method, address, contentType }: FileRequest,
  file: File,
  token: string | null,
  { onProgress, signal }: Sending,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (code: string) => () => reject(new ApiError({ status: 0, code, message: "" }));
    request.open(method, address);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Content-Type", contentType);
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const retryAfter = request.getResponseHeader("Retry-After");
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: retryAfter === null ? {} : { "Retry-After": retryAfter },
        }),
      );
    };
    request.onerror = fail("network");
    request.onabort = fail("aborted");
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
