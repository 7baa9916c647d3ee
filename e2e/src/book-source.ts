import { createServer } from "node:http";

/** An SRU server on the loopback that has some books. */
export interface BookSource {
  /** Its address. */
  readonly address: string;
  /** The queries of the searches so far. */
  readonly queries: readonly string[];
  /** Makes it answer with this status instead of books. */
  break(status: number): void;
  stop(): Promise<void>;
}

/** The 13 digits of a number that no book of the demo has. */
export function freshIsbn(): string {
  const digits = `9798${Math.floor(Math.random() * 1e8)
    .toString()
    .padStart(8, "0")}`;
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return digits + ((10 - (sum % 10)) % 10);
}

/** Starts a server on a free port with these titles by ISBN. */
export async function startBookSource(
  titles: Readonly<Record<string, string>>,
): Promise<BookSource> {
  const queries: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? "/", "http://127.0.0.1").searchParams.get("query") ?? "";
    queries.push(query);
    const records = Object.entries(titles)
      .filter(([isbn]) => query.includes(isbn))
      .map(([isbn, title]) => recordOf(isbn, title));
    response.writeHead(status, { "content-type": "text/xml; charset=utf-8" });
    response.end(
      `<zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/"><zs:version>1.1</zs:version><zs:records>${records.join("")}</zs:records></zs:searchRetrieveResponse>`,
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port to listen on");
  return {
    address: `http://127.0.0.1:${address.port}/sru`,
    queries,
    break: (next) => {
      status = next;
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}

function recordOf(isbn: string, title: string): string {
  const field = (tag: string, code: string, text: string) =>
    `<datafield tag="${tag}" ind1="1" ind2="0"><subfield code="${code}">${text}</subfield></datafield>`;
  return `<zs:record><zs:recordData><record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000cam a2200000 i 4500</leader><controlfield tag="001">${isbn}</controlfield><controlfield tag="003">XX-Test</controlfield>${field("020", "a", isbn)}${field("100", "a", "Roe, Jane")}${field("245", "a", title)}${field("260", "b", "Hive Press")}</record></zs:recordData></zs:record>`;
}
