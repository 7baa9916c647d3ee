import type { Job, LabelKind, Sheet, Sheets, Symbology } from "./queries.ts";

/** The ways to choose copies. The last three come from other screens, through the address. */
export const SOURCES = ["range", "since", "list", "copies", "book", "import"] as const;
export type Source = (typeof SOURCES)[number];

export const KINDS = ["barcode", "spine", "combined"] as const satisfies readonly LabelKind[];
export const SYMBOLOGIES = ["code128", "code39", "qr"] as const satisfies readonly Symbology[];

/** What other screens have chosen. */
export interface Chosen {
  copies: readonly string[];
  book: string | null;
  import: string | null;
  users: readonly string[];
  class: string | null;
}

/** What was chosen in the address: `?copies=copy_1,copy_2`, `?book=`, `?import=`, `?users=` or `?class=`. */
export function chosenIn(query: URLSearchParams): Chosen {
  return {
    copies: listIn(query, "copies"),
    book: query.get("book"),
    import: query.get("import"),
    users: listIn(query, "users"),
    class: query.get("class"),
  };
}

function listIn(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((text) => text.split(","))
    .map((id) => id.trim())
    .filter(Boolean);
}

/** Whether library cards are printed, and not labels. */
export function isOfPeople({ users, class: inClass }: Chosen): boolean {
  return users.length > 0 || inClass !== null;
}

/** The source that is shown first. */
export function firstSource(chosen: Chosen): Source {
  if (chosen.copies.length > 0) return "copies";
  if (chosen.book !== null) return "book";
  if (chosen.import !== null) return "import";
  return "range";
}

/** The sources that can be chosen: those of the address only if it has them. */
export function sourcesFor(chosen: Chosen): readonly Source[] {
  return SOURCES.filter(
    (source) =>
      source === "range" ||
      source === "since" ||
      source === "list" ||
      source === firstSource(chosen),
  );
}

/** The options of this device: they depend on its printer and its paper. */
export interface Options {
  kind: LabelKind;
  symbology: Symbology;
  sheet: string;
  /** In tenths of a millimetre. */
  shiftRight: number;
  shiftDown: number;
}

export interface Values extends Options {
  source: Source;
  from: string;
  to: string;
  since: string;
  /** Barcodes, one on each line. */
  list: string;
  first: number;
  outline: boolean;
}

/** The barcodes of a text with one on each line, or separated by commas, semicolons or tabs. */
export function barcodesIn(text: string): string[] {
  return text
    .split(/[\n\r,;\t]+/)
    .map((barcode) => barcode.trim())
    .filter(Boolean);
}

/** The request for what is chosen; null while nothing is. */
export function jobOf(values: Values, chosen: Chosen): Job | null {
  const { sheet, symbology, first, outline, shiftRight, shiftDown } = values;
  const options = { sheet, symbology, first, outline, shiftRight, shiftDown };
  if (chosen.users.length > 0) {
    return { what: "cards", form: { users: chosen.users, ...options } };
  }
  if (chosen.class !== null) return { what: "cards", form: { class: chosen.class, ...options } };
  const copies = copiesOf(values, chosen);
  return copies && { what: "labels", form: { ...copies, kind: values.kind, ...options } };
}

function copiesOf({ source, from, to, since, list }: Values, chosen: Chosen) {
  const [first, last] = [from.trim(), to.trim()];
  const barcodes = barcodesIn(list);
  switch (source) {
    case "range":
      return first === "" && last === ""
        ? null
        : {
            ...(first === "" ? {} : { barcodeFrom: first }),
            ...(last === "" ? {} : { barcodeTo: last }),
          };
    case "since":
      return since === "" ? null : { addedSince: since };
    case "list":
      return barcodes.length === 0 ? null : { barcodes };
    case "copies":
      return { copies: chosen.copies };
    case "book":
      return chosen.book === null ? null : { book: chosen.book };
    case "import":
      return chosen.import === null ? null : { import: chosen.import };
  }
}

/** A problem of the server, with the barcode, the line or the number that it is about. */
export function problemAbout(field: string, values: Values): string | null {
  const [list = "", ...rest] = field.split(".");
  const name = rest.join(".");
  if (list === "labels" || list === "cards") return name;
  if (list === "barcodes") return barcodesIn(values.list)[Number(name)] ?? null;
  return null;
}

/** The sheet of a code among all sheets. */
export function sheetOf({ known, own }: Sheets, code: string): Sheet | undefined {
  return [...own, ...known].find((sheet) => sheet.code === code);
}

/** How many labels a page has. */
export function capacityOf({ columns, rows }: Pick<Sheet, "columns" | "rows">): number {
  return columns * rows;
}
