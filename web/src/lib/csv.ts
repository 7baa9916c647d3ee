/** A cell of a file of comma-separated values; null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Rows as comma-separated values (RFC 4180). The text begins with a byte order mark, by which spreadsheets detect
 * UTF-8. Cells that start like a formula get an apostrophe, so that spreadsheets do not run them.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  const lines = rows.map((row) => row.map(cell).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

function cell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = withoutFormulas(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Puts an apostrophe before each part of a cell that a spreadsheet could run as a formula, as the server does
 * (`crates/domain/src/spreadsheet.rs`). Spreadsheets also split lines at these separators, and ignore white space,
 * invisible characters and quotes before the first character of a formula.
 */
function withoutFormulas(value: string): string {
  const safe = value.replace(FORMULA, "$1'");
  return /^[\t\r]/.test(safe) ? `'${safe}` : safe;
}

/** Matches the position before a part of a cell that starts like a formula. */
const FORMULA = /(^|[;\t|\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}"\uFEFF\u200B])*[-=+@＝＋－＠])/gu;

/**
 * The rows of comma-separated values (RFC 4180), or, as some spreadsheets write them, separated by semicolons. A quoted
 * cell may contain separators, line breaks and doubled quotes.
 */
export function parseCsv(text: string): string[][] {
  const source = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n");
  const heading = source.split("\n", 1)[0] ?? "";
  const separator = heading.includes(";") && !heading.includes(",") ? ";" : ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let value = "";
  let quoted = false;
  for (let place = 0; place < source.length; place += 1) {
    const character = source[place];
    if (quoted && character === '"' && source[place + 1] === '"') {
      value += '"';
      place += 1;
    } else if (character === '"' && (quoted || value === "")) {
      quoted = !quoted;
    } else if (!quoted && (character === separator || character === "\n")) {
      row.push(value);
      value = "";
      if (character === "\n") {
        rows.push(row);
        row = [];
      }
    } else {
      value += character;
    }
  }
  if (value !== "" || row.length > 0) rows.push([...row, value]);
  return rows;
}

/** Saves a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Saves bytes as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
