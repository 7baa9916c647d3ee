import type { Shape } from "@/api/shapes.ts";

export type SruVersion = Shape<"SruVersionName">;

/** A source in the form; its key identifies it while the form is open. */
export interface EditedSource {
  key: number;
  kind: Shape<"BookSourceKind">;
  isOn: boolean;
  name: string;
  address: string;
  version: SruVersion;
  recordSchema: string;
  query: string;
}

export const VERSIONS = ["1.1", "1.2", "2.0"] as const satisfies readonly SruVersion[];

/** The maximum number of SRU servers. */
export const MOST_SERVERS = 5;

let lastKey = 0;

function withKey(source: Omit<EditedSource, "key">): EditedSource {
  lastKey += 1;
  return { ...source, key: lastKey };
}

/** An SRU server with the values that most have. */
export function newServer(): EditedSource {
  return withKey({
    kind: "sru",
    isOn: true,
    name: "",
    address: "",
    version: "1.1",
    recordSchema: "marcxml",
    query: "bath.isbn={isbn}",
  });
}

/** The stored sources for the form. */
export function edited(sources: readonly Shape<"BookSource">[]): EditedSource[] {
  return sources.map(({ kind, isOn, name, address, version, recordSchema, query }) =>
    withKey({
      kind,
      isOn,
      name: name ?? "",
      address: address ?? "",
      version: version ?? "1.1",
      recordSchema: recordSchema ?? "",
      query: query ?? "",
    }),
  );
}

/** A source as it is sent. */
export function sent({ key: _, ...source }: EditedSource): Shape<"BookSourceForm"> {
  if (source.kind === "open_library") return { kind: source.kind, isOn: source.isOn };
  const { recordSchema } = source;
  return { ...source, recordSchema: recordSchema.trim() === "" ? null : recordSchema };
}

/** The sources with one of them a place earlier or later; the same ones at the ends. */
export function moved(
  sources: readonly EditedSource[],
  place: number,
  by: -1 | 1,
): readonly EditedSource[] {
  const source = sources[place];
  const other = sources[place + by];
  if (!source || !other) return sources;
  return sources.with(place, other).with(place + by, source);
}
