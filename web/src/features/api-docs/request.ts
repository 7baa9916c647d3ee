import type { Operation } from "./document.ts";

/** The values that a person has entered for a call. */
export interface Filled {
  /** Values by parameter name. */
  parameters: Readonly<Record<string, string>>;
  /** JSON; empty for none. */
  body: string;
  /** Empty for a call without a token. */
  token: string;
}

/** A call that is ready to be sent. */
export interface Prepared {
  method: string;
  /** From the root of the server. */
  address: string;
  headers: readonly (readonly [string, string])[];
  body: string | null;
}

/** The call as it is sent; path parameters without a value keep their names. */
export function prepare(operation: Operation, { parameters, body, token }: Filled): Prepared {
  const path = operation.path.replace(/\{(\w+)\}/g, (place, name: string) =>
    parameters[name] ? encodeURIComponent(parameters[name]) : place,
  );
  const query = new URLSearchParams();
  const headers: [string, string][] = [];
  for (const { name, in: where } of operation.parameters) {
    const value = parameters[name] ?? "";
    if (value === "") continue;
    if (where === "query") query.set(name, value);
    if (where === "header") headers.push([name, value]);
  }
  if (token !== "") headers.push(["Authorization", `Bearer ${token}`]);
  const sent = operation.body && body.trim() !== "" ? body : null;
  if (sent !== null) headers.push(["Content-Type", "application/json"]);
  const asked = query.toString();
  return {
    method: operation.method,
    address: asked === "" ? path : `${path}?${asked}`,
    headers,
    body: sent,
  };
}

/** The names of path parameters that have no value yet. */
export function missing(
  operation: Operation,
  { parameters }: Pick<Filled, "parameters">,
): string[] {
  return operation.parameters
    .filter(({ name, in: where }) => where === "path" && !parameters[name])
    .map(({ name }) => name);
}

/** Whether a text is valid JSON, or empty. */
export function isJson(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The call as a shell command. The token is a variable, because shells store commands. */
export function asCurl({ method, address, headers, body }: Prepared, origin: string): string {
  const parts = [`curl ${quoted(origin + address)}`];
  if (method !== "GET") parts.push(`--request ${method}`);
  for (const [name, value] of headers) {
    parts.push(
      name === "Authorization"
        ? `--header "Authorization: Bearer $CARREL_TOKEN"`
        : `--header ${quoted(`${name}: ${value}`)}`,
    );
  }
  if (body !== null) parts.push(`--data ${quoted(body)}`);
  return parts.join(" \\\n  ");
}

/** A text quoted for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The response. */
export interface Reply {
  status: number;
  milliseconds: number;
  bytes: number;
  headers: readonly (readonly [string, string])[];
  /** JSON is reformatted. */
  body: string;
}

/** Sends a call. Unlike the app's own calls, it never changes the session. */
export async function send(prepared: Prepared): Promise<Reply> {
  const began = performance.now();
  const response = await fetch(prepared.address, {
    method: prepared.method,
    headers: prepared.headers.map(([name, value]) => [name, value]),
    body: prepared.body,
    cache: "no-store",
  });
  const text = await response.text();
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - began),
    bytes: new TextEncoder().encode(text).length,
    headers: [...response.headers],
    body: laidOut(text),
  };
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
