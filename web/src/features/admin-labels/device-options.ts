import { KINDS, type Options, SYMBOLOGIES } from "./job.ts";

/** The key in local storage of the options of this device, for labels or for cards. */
const PREFIX = "label-options:";

export type What = "labels" | "cards";

const USUAL: Readonly<Record<What, Options>> = {
  labels: {
    kind: "barcode",
    symbology: "code128",
    sheet: "avery-l7160",
    shiftRight: 0,
    shiftDown: 0,
  },
  cards: {
    kind: "barcode",
    symbology: "code128",
    sheet: "cards-a4",
    shiftRight: 0,
    shiftDown: 0,
  },
};

/** The options that were last used on this device. */
export function storedOptions(what: What): Options {
  const usual = USUAL[what];
  const stored = parsed(localStorage.getItem(PREFIX + what));
  const shift = (value: unknown) =>
    typeof value === "number" && Math.abs(value) <= 100 ? Math.round(value) : 0;
  return {
    kind: KINDS.find((kind) => kind === stored.kind) ?? usual.kind,
    symbology: SYMBOLOGIES.find((symbology) => symbology === stored.symbology) ?? usual.symbology,
    sheet: typeof stored.sheet === "string" ? stored.sheet : usual.sheet,
    shiftRight: shift(stored.shiftRight),
    shiftDown: shift(stored.shiftDown),
  };
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Keeps the options for the next time. */
export function storeOptions(
  what: What,
  { kind, symbology, sheet, shiftRight, shiftDown }: Options,
): void {
  const options: Options = { kind, symbology, sheet, shiftRight, shiftDown };
  localStorage.setItem(PREFIX + what, JSON.stringify(options));
}
