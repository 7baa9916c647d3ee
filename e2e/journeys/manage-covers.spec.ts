import { randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { Book } from "../src/api.ts";
import { expect, test } from "../src/carrel.ts";

/** A picture of one colour, which the browser draws. */
async function picture(page: Page, colour: string, width = 400, height = 600): Promise<Buffer> {
  const address = await page.evaluate(
    ([fill, w, h]) => {
      const canvas = document.createElement("canvas");
      canvas.width = Number(w);
      canvas.height = Number(h);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("a canvas has no context");
      context.fillStyle = String(fill);
      context.fillRect(0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/png");
    },
    [colour, width, height] as const,
  );
  return Buffer.from(address.split(",")[1] ?? "", "base64");
}

/** Drops a picture on an element, or pastes it. */
async function give(target: Locator, event: "drop" | "paste", file: Buffer) {
  await target.evaluate(
    (element, [kind, base64]) => {
      const bytes = Uint8Array.from(atob(String(base64)), (sign) => sign.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], "cover.png", { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === "drop"
          ? new DragEvent("drop", { ...options, dataTransfer: data })
          : new ClipboardEvent("paste", { ...options, clipboardData: data }),
      );
    },
    [event, file.toString("base64")] as const,
  );
}

/** The address of the cover that an editor shows. */
function addressIn(editor: Locator): Promise<string> {
  return editor
    .getByRole("group", { name: "Cover", exact: true })
    .locator("img")
    .evaluate((image: HTMLImageElement) => new URL(image.src).pathname);
}

/** Saves the form of a book, which closes it. */
async function save(editor: Locator) {
  await editor.getByRole("button", { name: "Save changes" }).click();
  await expect(editor).toBeHidden();
}

test.describe("covers", () => {
  test.beforeEach(async ({ administrator, enterAs }) => {
    await enterAs(administrator);
  });

  test("a cover is uploaded, replaced by dropping and pasting, and removed", async ({
    page,
    api,
    administrator,
    consoleErrors,
  }) => {
    // The list behind the editor may still ask for a cover that is being replaced.
    consoleErrors.expectStatus(404);
    const book = await api.as(administrator).addBook(1);
    await page.goto(`/admin/books?edit=${book._id}`);
    const editor = page.getByRole("dialog");
    const cover = editor.getByRole("group", { name: "Cover", exact: true });
    const chooser = page.waitForEvent("filechooser");
    await cover.getByRole("button", { name: "Upload cover…" }).click();
    const red = await picture(page, "#c81e1e");
    await (await chooser).setFiles({ name: "cover.png", mimeType: "image/png", buffer: red });
    await expect(cover.getByText(/^The picture is uploaded when you save/)).toBeVisible();
    const stored = () =>
      api.as(administrator).get<Book & { coverImage: string | null }>(`/books/${book._id}`);
    expect(await stored()).toMatchObject({ coverImage: null });
    await save(editor);
    await expect
      .poll(stored)
      .toMatchObject({ coverImage: expect.stringMatching(/^\/covers\/[\da-f]{32}$/) });
    const { coverImage: first } = await stored();

    for (const [event, colour] of [
      ["drop", "#1e1ec8"],
      ["paste", "#1ec81e"],
    ] as const) {
      const { coverImage: before } = await stored();
      await page.goto(`/admin/books?edit=${book._id}`);
      await expect.poll(() => addressIn(editor)).toBe(before);
      await give(cover, event, await picture(page, colour));
      await expect.poll(() => addressIn(editor)).not.toBe(before);
      await save(editor);
      await expect.poll(async () => (await stored()).coverImage).not.toBe(before);
    }
    expect((await stored()).coverImage).not.toBe(first);

    // With the other fields of the form.
    await page.goto(`/admin/books?edit=${book._id}`);
    await editor.getByLabel("Publisher").fill("The Cover Press");
    await cover.getByRole("button", { name: "Remove cover" }).click();
    await expect(cover.getByRole("button", { name: "Upload cover…" })).toBeFocused();
    await expect(cover.locator("img")).toHaveCount(0);
    await save(editor);
    await expect.poll(stored).toMatchObject({ coverImage: null, publisher: "The Cover Press" });
  });

  test("the picture of a new book is uploaded once the book is added", async ({
    page,
    api,
    administrator,
  }) => {
    const title = `Dust Jackets ${randomBytes(5).toString("hex")}`;
    await page.goto("/admin/books?edit=new");
    const editor = page.getByRole("dialog");
    await editor.getByLabel("Title").fill(title);
    await editor.getByLabel("Author").fill("The Cataloguers");
    await editor.getByLabel("Category").fill("Reference");
    const cover = editor.getByRole("group", { name: "Cover", exact: true });
    await give(cover, "drop", await picture(page, "#c81e1e"));
    await expect(cover.getByText("The picture is uploaded when you add the book.")).toBeVisible();
    await editor.getByRole("button", { name: "Add book" }).click();
    await expect(editor).toBeHidden();
    const found = () =>
      api.as(administrator).get<Book[]>(`/books?search=${encodeURIComponent(title)}`);
    await expect
      .poll(found)
      .toMatchObject([{ title, coverImage: expect.stringMatching(/^\/covers\//) }]);
    const [{ _id: id }] = (await found()) as [Book];
    await page.goto(`/books/${id}`);
    const image = page.getByRole("main").locator("img").first();
    await expect(image).toHaveAttribute("srcset", /\?width=160 160w,.+\?width=640 640w$/);
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(20);
  });

  test("a file that is no picture is refused in words", async ({
    page,
    api,
    administrator,
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(422);
    const book = await api.as(administrator).addBook(1);
    await page.goto(`/admin/books?edit=${book._id}`);
    const cover = page.getByRole("group", { name: "Cover", exact: true });
    const input = cover.getByLabel("Picture file of the cover");
    const file = (mimeType: string, buffer: Buffer) => ({ name: "cover", mimeType, buffer });
    await input.setInputFiles(file("text/plain", Buffer.from("Hello")));
    await expect(cover.getByRole("alert")).toContainText("This file is no picture.");
    await input.setInputFiles(file("image/png", Buffer.alloc(10 * 1024 * 1024 + 1)));
    await expect(cover.getByRole("alert")).toContainText("This file is larger than 10 MB.");
    await input.setInputFiles(file("image/png", Buffer.from("Hello")));
    const editor = page.getByRole("dialog");
    await editor.getByRole("button", { name: "Save changes" }).click();
    await expect(editor.getByRole("alert").first()).toContainText(
      "This file is no picture that can be read.",
    );
  });
});
