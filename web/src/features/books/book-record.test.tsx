import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { fact, openBook } from "@/test/book-screen.tsx";
import { aBook, someDetails } from "@/test/fixtures/books.ts";
import { anAdmin } from "@/test/fixtures/people.ts";

describe("the record of a book", () => {
  it("shows people, series, numbers and texts of the record, with links to their books", async () => {
    const details = someDetails({
      contributors: [
        { name: "Frank Herbert", role: "author" },
        { name: "Ann Lee", role: "translator" },
        { name: "Bo Ek", role: "translator" },
        { name: "Cy Roy", role: "beekeeper" },
      ],
      subjects: [{ heading: "Deserts -- Ecology", scheme: "lcsh" }],
      series: [{ title: "Dune Chronicles", volume: "1" }],
      otherTitles: ["Der Wüstenplanet"],
      identifiers: [
        { kind: "isbn", value: "9780306406157" },
        { kind: "doi", value: "10.1000/dune" },
        { kind: "oclc", value: "32312104" },
      ],
      callNumber: "813.54 HER",
      audience: "Adults",
      readingLevel: "Grade 11",
      notes: "With a map.\nWith an index.",
      contents: "1. Dune\n2. Muad'dib",
      links: [
        { address: "https://www.example.org/dune", label: "Publisher's page" },
        { address: "https://archive.example/dune" },
      ],
    });
    const { main } = await openBook({ details });
    for (const [name, value] of [
      ["Author", "Frank Herbert"],
      ["Translator", "Ann LeeBo Ek"],
      ["Beekeeper", "Cy Roy"],
      ["Series", "Dune Chronicles, 1"],
      ["Other titles", "Der Wüstenplanet"],
      ["DOI", "10.1000/dune"],
      ["OCLC number", "32312104"],
      ["Call number", "813.54 HER"],
      ["Audience", "Adults"],
      ["Reading level", "Grade 11"],
    ] as const) {
      expect(fact(name)).toHaveTextContent(value);
    }
    await waitFor(() => expect(fact("ISBN")).toHaveTextContent("978-0-306-40615-7"));
    for (const [name, address] of [
      ["Frank Herbert", "/books?author=Frank+Herbert"],
      ["Ann Lee", "/books?search=author%3A%22Ann+Lee%22"],
      ["Deserts – Ecology", "/books?subject=Deserts+--+Ecology"],
      ["Dune Chronicles", "/books?search=series%3A%22Dune+Chronicles%22"],
      ["10.1000/dune", "https://doi.org/10.1000/dune"],
      ["Publisher's page", "https://www.example.org/dune"],
      ["archive.example/dune", "https://archive.example/dune"],
    ] as const) {
      expect(main.getByRole("link", { name })).toHaveAttribute("href", address);
    }
    expect(main.getByText("example.org")).toBeVisible();
    expect(main.getByRole("region", { name: "Notes" })).toHaveTextContent("With a map. With an");
    expect(main.getByRole("region", { name: "Contents" })).toHaveTextContent("1. Dune 2. Muad'dib");
  });

  it("has no headings for details that the record does not have", async () => {
    const { main } = await openBook();
    const headings = main.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
    for (const name of ["Subjects", "Contents", "Notes", "Links", "Other editions"]) {
      expect(headings).not.toContain(name);
    }
    for (const name of ["Author", "Series", "Other titles", "Call number", "Audience", "DOI"]) {
      expect(fact(name)).toBeUndefined();
    }
  });

  it("leaves out a call number that is shown with the places", async () => {
    await openBook({ details: someDetails({ callNumber: "823.914 HER" }) });
    expect(fact("Call number")).toBeUndefined();
  });

  it("says which copies stay in the library, also without a shelf", async () => {
    const place = { location: null, callNumber: null, available: 0, notForLoan: 1, total: 1 };
    const { main } = await openBook({
      places: [
        place,
        { ...place, location: "Hall", available: 1, notForLoan: 2, total: 4 },
        { ...place, location: "Upper floor", available: 2, notForLoan: 0, total: 2 },
      ],
    });
    const list = within(main.getByRole("list", { name: "Where to find it" }));
    expect(list.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
      "Only for use in the library",
      "Hall1 of 4 available2 only for use in the library",
      "Upper floor2 of 2 available",
    ]);
  });

  it("folds a long list of people", async () => {
    const contributors = Array.from({ length: 9 }, (_, n) => ({ name: `P${n}`, role: "editor" }));
    const { user } = await openBook({ details: someDetails({ contributors }) });
    const links = () => within(fact("Editor") as HTMLElement).getAllByRole("link");
    expect(links()).toHaveLength(6);
    await user.click(screen.getByRole("button", { name: "Show all 9" }));
    expect(links()).toHaveLength(9);
  });

  it("lists other editions with what distinguishes them", async () => {
    const { main } = await openBook({
      editions: [
        aBook({ _id: "book-2", publishedYear: 2019, editionStatement: "Deluxe edition" }),
        aBook({ _id: "book-3", publishedYear: null, publisher: null, language: "German" }),
      ],
    });
    const editions = within(main.getByRole("region", { name: "Other editions" }));
    expect(editions.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "2019 · Deluxe edition · Ace · English2 of 3 available",
      "Year unknown · German2 of 3 available",
    ]);
    expect(editions.getByRole("link", { name: "2019 · Deluxe edition" })).toHaveAttribute(
      "href",
      "/books/book-2",
    );
  });

  it("shows references in several styles, to copy and to download", async () => {
    const { user } = await openBook();
    await user.click(screen.getByRole("button", { name: "Cite" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Cite this book" }));
    expect(await dialog.findByText("Dune", { selector: "em" })).toBeVisible();
    expect(dialog.queryByRole("button", { name: "Download" })).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Copy" }));
    expect(await screen.findByText("Citation copied")).toBeVisible();

    await user.click(dialog.getByRole("tab", { name: "BibTeX" }));
    expect(await dialog.findByText(/^@book\{herbert1965dune/)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Download" })).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Copy" }));
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toMatch(/^@book\{herbert1965dune/),
    );
  });

  it("copies the address where the browser cannot share it", async () => {
    const { user } = await openBook();
    await user.click(screen.getByRole("button", { name: "Share" }));
    expect(await screen.findByText("Link copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("http://localhost:8080/books/book-1");
  });

  it("shares the address where the browser can, and says nothing when the person stops", async () => {
    const shared: ShareData[] = [];
    const share = async (data: ShareData) => {
      shared.push(data);
      throw new DOMException("stopped", "AbortError");
    };
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "share"));
    const { user } = await openBook();
    await user.click(screen.getByRole("button", { name: "Share" }));
    await waitFor(() =>
      expect(shared).toEqual([{ title: "Dune", url: "http://localhost:8080/books/book-1" }]),
    );
    expect(screen.queryByText("Link copied")).toBeNull();
  });

  it("links administrators to the record of the book", async () => {
    await openBook({}, anAdmin());
    expect(screen.getByRole("link", { name: "Manage this book" })).toHaveAttribute(
      "href",
      "/admin/books?edit=book-1",
    );
  });
});
