import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { enableShortcuts, listenForShortcuts } from "./shortcuts.ts";

let stop = () => {};
let clock = 0;
const go = vi.fn();
const help = vi.fn();

beforeEach(() => {
  clock = 0;
  go.mockClear();
  help.mockClear();
  const bindings = new Map([
    ["?", help],
    ["g b", go],
  ]);
  stop = listenForShortcuts(
    () => bindings,
    () => clock,
  );
});

afterEach(() => {
  stop();
  document.body.innerHTML = "";
});

function press(key: string, target: Element = document.body, held: KeyboardEventInit = {}) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held });
  target.dispatchEvent(event);
  return event;
}

function put(html: string): Element {
  document.body.innerHTML = html;
  const element = document.body.firstElementChild;
  if (!element) throw new Error("nothing was put");
  return element;
}

describe("shortcuts", () => {
  it("handle a single key, and prevent the browser's default", () => {
    expect(press("?").defaultPrevented).toBe(true);
    expect(help).toHaveBeenCalledOnce();
  });

  it("handle two keys in sequence", () => {
    press("g");
    expect(go).not.toHaveBeenCalled();
    press("b");
    expect(go).toHaveBeenCalledOnce();
  });

  it("discard the first key after a delay", () => {
    press("g");
    clock = 1_501;
    press("b");
    expect(go).not.toHaveBeenCalled();
  });

  it("discard the first key when a wrong key follows", () => {
    press("g");
    press("x");
    press("b");
    expect(go).not.toHaveBeenCalled();
  });

  it.each(["<input>", "<input type='search'>", "<textarea></textarea>", "<select></select>"])(
    "do nothing in %s",
    (html) => {
      press("?", put(html));
      expect(help).not.toHaveBeenCalled();
    },
  );

  it("work on a checkbox", () => {
    press("?", put("<input type='checkbox'>"));
    expect(help).toHaveBeenCalledOnce();
  });

  it.each(["dialog", "alertdialog", "menu"])("do nothing while a %s is open", (role) => {
    put(`<div role='${role}'></div>`);
    press("?");
    expect(help).not.toHaveBeenCalled();
  });

  it.each(["ctrlKey", "metaKey", "altKey"])("leave keys with %s to the browser", (modifier) => {
    press("?", document.body, { [modifier]: true });
    expect(help).not.toHaveBeenCalled();
  });

  it("can be turned off permanently", () => {
    enableShortcuts(false);
    press("?");
    expect(help).not.toHaveBeenCalled();
    expect(localStorage.getItem("shortcuts")).toBe("off");
    enableShortcuts(true);
    press("?");
    expect(help).toHaveBeenCalledOnce();
  });
});
