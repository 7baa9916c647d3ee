import type { Kind } from "@/api/shapes.ts";
import type { TextKey } from "@/lib/i18n/index.ts";
import { KIND_FORM } from "@/lib/limits.ts";

type Uses = NonNullable<Kind["uses"]>;

/** A kind in the form. */
export interface EditedKind {
  /** Identifies the row while names change. */
  key: string;
  /** Null for a new kind: the server generates its code. */
  code: string | null;
  name: string;
  archived: boolean;
  uses: Uses;
}

const UNUSED: Uses = { people: 0, books: 0, copies: 0, rules: 0 };
const NAME_LENGTH = KIND_FORM.name.max;

export function edited(kinds: readonly Kind[]): EditedKind[] {
  return kinds.map(({ code, name, archived, uses }) => ({
    key: code,
    code,
    name,
    archived,
    uses: uses ?? UNUSED,
  }));
}

/** The request body, in the order of the list. */
export function sent(kinds: readonly EditedKind[]) {
  return kinds.map(({ code, name, archived }) => ({
    ...(code === null ? {} : { code }),
    name: name.trim(),
    archived,
  }));
}

export function isUsed({ uses }: EditedKind): boolean {
  return uses.people + uses.books + uses.copies + uses.rules > 0;
}

/** Why a name is invalid. */
export function nameProblem(
  name: string,
  others: readonly Pick<EditedKind, "name">[],
): TextKey | undefined {
  const folded = name.trim().toLowerCase();
  if (folded === "") return "settings.kinds.nameNeeded";
  if ([...name.trim()].length > NAME_LENGTH) return "settings.kinds.nameLong";
  return others.some((other) => other.name.trim().toLowerCase() === folded)
    ? "settings.kinds.nameTwice"
    : undefined;
}

/** The first problem of a list, if any. */
export function listProblem(kinds: readonly EditedKind[]): TextKey | undefined {
  return kinds
    .map((kind) =>
      nameProblem(
        kind.name,
        kinds.filter((other) => other !== kind),
      ),
    )
    .find((problem) => problem !== undefined);
}

/** Moves a kind one place up (-1) or down (1), within the list. */
export function moved(kinds: readonly EditedKind[], place: number, by: -1 | 1): EditedKind[] {
  const next = [...kinds];
  const [kind] = next.splice(place, 1);
  if (kind) next.splice(Math.max(0, place + by), 0, kind);
  return next;
}

/** The list with a new kind before those that are archived. */
export function added(kinds: readonly EditedKind[], name: string, key: string): EditedKind[] {
  const fresh = { key, code: null, name: name.trim(), archived: false, uses: UNUSED };
  const place = kinds.findIndex(({ archived }) => archived);
  return place < 0 ? [...kinds, fresh] : kinds.toSpliced(place, 0, fresh);
}
