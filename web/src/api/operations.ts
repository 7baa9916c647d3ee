/** The server's calls as types, computed from its OpenAPI document. This file has no code at run time. */

import type { paths } from "./schema.d.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

type MediaType = "application/json" | "application/pdf" | "text/csv; charset=utf-8";

/** The path templates below `/api` that the server has for a method, such as `/books/{id}`. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object>
    ? P extends `/api${infer Path}`
      ? Path
      : never
    : never;
}[keyof paths];

/** The path templates of tables that the server writes as files. */
export type FilePath = {
  [P in PathOf<"GET">]: [Content<Operation<"GET", P>, "text/csv; charset=utf-8">] extends [never]
    ? never
    : P;
}[PathOf<"GET">];

/** The path templates of documents that the server writes as PDF. */
export type DocumentPath = {
  [P in PathOf<"POST">]: [Content<Operation<"POST", P>, "application/pdf">] extends [never]
    ? never
    : P;
}[PathOf<"POST">];

type Operation<M extends Method, P extends PathOf<M>> = paths[`/api${P}` &
  keyof paths][Lowercase<M>];

/** The body of every successful response of an operation. */
type Content<O, T extends MediaType> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 ? ContentOf<R[S], T> : never }[keyof R]
  : never;

type ContentOf<R, T extends MediaType> = R extends { content: Record<T, infer C> } ? C : never;

/** The whole body of a successful response: `data`, `message`, `pagination` and others. */
export type AnswerOf<M extends Method, P extends PathOf<M>> = Content<
  Operation<M, P>,
  "application/json"
>;

/** The `data` of a successful response. */
export type DataOf<M extends Method, P extends PathOf<M>> =
  AnswerOf<M, P> extends { data: infer D } ? D : never;

/** The JSON that a call accepts; `never` for a call without a body. */
export type BodyOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody?: infer B }
    ? B extends { content: { "application/json": infer C } }
      ? Immutable<C>
      : never
    : never;

/** A call does not modify its body. */
type Immutable<T> = T extends object ? { readonly [N in keyof T]: Immutable<T[N]> } : T;

/** The query of a call. Absent, null and empty values are omitted; a list repeats its name. */
export type QueryOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { parameters: { query?: infer Q } }
    ? { [N in keyof Q]?: QueryValue<NonNullable<Q[N]>> | null | undefined }
    : never;

/** Query parameters whose words in the document are `true` and `false` also accept booleans. */
type QueryValue<V> = string extends V ? V : "true" extends V ? V | boolean : V;

type Parameters<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { parameters: { path: infer V extends object } }
    ? { path: Record<keyof V & string, string> }
    : { path?: never };

type Body<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody: object }
    ? { body: BodyOf<M, P> }
    : { body?: [BodyOf<M, P>] extends [never] ? never : BodyOf<M, P> | undefined };

/** The options of every call. */
export interface CallSettings {
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the call times out; ten seconds by default. */
  timeoutMs?: number;
}

/** The options of `call`; everything that the operation requires is required here. */
export type CallOptions<M extends Method, P extends PathOf<M>> = CallSettings &
  Parameters<M, P> &
  Body<M, P> & { query?: QueryOf<M, P> };

/** The options as rest parameters: optional when nothing in them is required. */
export type OptionsOf<M extends Method, P extends PathOf<M>> =
  Record<never, never> extends CallOptions<M, P>
    ? [options?: CallOptions<M, P>]
    : [options: CallOptions<M, P>];
