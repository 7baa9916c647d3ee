import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chooseTheme, onThemeChange, themeChoice } from "./theme.ts";

let systemIsDark = false;

beforeEach(() => {
  systemIsDark = false;
  vi.stubGlobal("matchMedia", (media: string) => ({ media, matches: systemIsDark }));
  document.head.innerHTML = '<meta name="theme-color" content="">';
  delete document.documentElement.dataset.theme;
});

function shown() {
  return {
    theme: document.documentElement.dataset.theme,
    colour: document.querySelector("meta")?.content,
  };
}

describe("the theme", () => {
  it("follows the system until a theme is chosen", () => {
    expect(themeChoice()).toBe("system");
    systemIsDark = true;
    chooseTheme("system");
    expect(shown()).toEqual({ theme: "dark", colour: "#12141A" });
  });

  it("is applied at once, stored, and announced to listeners", () => {
    const listener = vi.fn();
    const stop = onThemeChange(listener);
    chooseTheme("dark");
    expect(shown().theme).toBe("dark");
    expect(themeChoice()).toBe("dark");
    expect(listener).toHaveBeenCalledOnce();
    stop();
    chooseTheme("light");
    expect(listener).toHaveBeenCalledOnce();
    expect(shown()).toEqual({ theme: "light", colour: "#FBFAF7" });
  });

  it("uses the system's theme for an unknown stored value", () => {
    localStorage.setItem("theme", "sepia");
    expect(themeChoice()).toBe("system");
  });
});

describe("the script before the first paint", () => {
  const script = readFileSync("public/theme.js", "utf8");
  const cases: [stored: string | null, system: boolean, theme: string][] = [
    [null, false, "light"],
    [null, true, "dark"],
    ["dark", false, "dark"],
    ["light", true, "light"],
  ];

  it.each(cases)(
    "with the stored theme %j and a dark system (%j) applies %s",
    (stored, dark, theme) => {
      if (stored) localStorage.setItem("theme", stored);
      systemIsDark = dark;
      new Function(script)();
      const before = shown();
      expect(before.theme).toBe(theme);
      chooseTheme(themeChoice());
      expect(shown()).toEqual(before);
    },
  );
});
