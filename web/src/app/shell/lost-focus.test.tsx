import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepFocus } from "./lost-focus.ts";

let stop = () => {};

beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <h1>Manage Books</h1>
      <section><h2>Dates</h2><ul>
        <li><a href="/1">One</a><button id="remove-1">Remove</button></li>
        <li><a href="/2">Two</a><button id="remove-2">Remove</button></li>
        <li><a href="/3">Three</a><button id="remove-3">Remove</button></li>
      </ul></section>
      <div><button id="bulk">Archive</button></div>
    </main>
    <div role="dialog">
      <h2>Ada</h2>
      <section><h3>Charges</h3><ul>
        <li><a href="/4">Card</a><button id="cancel-4">Cancel</button></li>
        <li><a href="/5">Prints</a><button id="cancel-5">Cancel</button></li>
      </ul></section>
      <button id="confirm">Confirm</button>
    </div>
    <div role="alertdialog"><button id="yes">Yes</button></div>`;
  stop = keepFocus();
});

afterEach(() => {
  stop();
  document.body.innerHTML = "";
});

const element = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
};
const entry = (id: string) => element(id).closest("li");
const focused = () => document.activeElement?.textContent;

describe("the focus", () => {
  it("moves to the entry that takes the place of a removed one", async () => {
    element("remove-1").focus();
    entry("remove-1")?.remove();
    await waitFor(() => expect(focused()).toBe("Two"));
  });

  it("skips entries that were removed or cannot be used", async () => {
    element("remove-2").focus();
    entry("remove-3")?.remove();
    entry("remove-1")?.setAttribute("inert", "");
    entry("remove-2")?.remove();
    await waitFor(() => expect(focused()).toBe("Dates"));
  });

  it("moves from an element of a removed part to the heading of the page", async () => {
    element("bulk").focus();
    element("bulk").remove();
    await waitFor(() => expect(focused()).toBe("Manage Books"));
  });

  it("returns from a dialog to the place from which it was opened", async () => {
    element("remove-1").focus();
    element("confirm").focus();
    entry("remove-1")?.remove();
    document.querySelector("[role=dialog]")?.remove();
    await waitFor(() => expect(focused()).toBe("Two"));
  });

  it("returns from a dialog to the control that opened it, if it is still there", async () => {
    element("remove-2").focus();
    element("confirm").focus();
    document.querySelector("[role=dialog]")?.remove();
    await waitFor(() => expect(document.activeElement).toBe(element("remove-2")));
  });

  it("stays in a dialog when an entry of it is removed", async () => {
    element("remove-1").focus();
    element("cancel-4").focus();
    element("yes").focus();
    document.querySelector("[role=alertdialog]")?.remove();
    entry("cancel-4")?.remove();
    await waitFor(() => expect(focused()).toBe("Prints"));
    entry("cancel-5")?.remove();
    await waitFor(() => expect(focused()).toBe("Charges"));
  });

  it("leaves a dialog that is closing", async () => {
    element("remove-1").focus();
    element("confirm").focus();
    document.querySelector("[role=dialog]")?.setAttribute("data-closed", "");
    element("confirm").remove();
    await waitFor(() => expect(document.activeElement).toBe(element("remove-1")));
  });

  it("stays away when a press beside all controls has taken it", async () => {
    element("remove-1").focus();
    element("remove-1").blur();
    entry("remove-2")?.remove();
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    expect(document.activeElement).toBe(document.body);
  });
});
