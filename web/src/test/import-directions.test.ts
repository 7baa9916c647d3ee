import { describe, expect, it } from "vitest";
import { importsOf, type Source, sources } from "./sources.ts";

/** The parts that each part of the app may import, besides itself. */
const MAY_IMPORT: Record<string, string[]> = {
  "main.tsx": ["app", "api", "lib", "styles"],
  app: ["features", "parts", "ui", "api", "lib"],
  features: ["parts", "ui", "api", "lib"],
  parts: ["ui", "api", "lib"],
  ui: ["lib"],
  api: ["lib"],
  lib: [],
};

/** The only parts that may import these packages. */
const ONLY: Record<string, string[]> = {
  "react-router": ["app", "features", "lib"],
  "@tanstack/react-query": ["app", "features", "parts", "api"],
  "@base-ui/react": ["ui"],
};

const files = sources();
const ours = new Set(files.map(({ path }) => partOf(path)));

/** The top folder, or the file itself. */
function partOf(path: string): string {
  return path.split("/")[0] ?? path;
}

/** A feature's folder, like `features/books`. */
function featureOf(path: string): string | null {
  const [top, noun] = path.split("/");
  return top === "features" && noun ? `${top}/${noun}` : null;
}

function packageOf(specifier: string): string {
  const [scope = "", name = ""] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

/** The forbidden imports of a file. */
function wrongImports(file: Source): string[] {
  const part = partOf(file.path);
  return importsOf(file).filter((target) => {
    const other = partOf(target);
    if (!ours.has(other) && other !== "styles" && other !== "test") {
      const only = ONLY[packageOf(target)];
      return only !== undefined && !only.includes(part);
    }
    if (other !== part) return !MAY_IMPORT[part]?.includes(other);
    return featureOf(target) !== featureOf(file.path);
  });
}

describe("imports only go downwards", () => {
  it("and every part has a rule", () => {
    expect([...ours].toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted());
  });

  it.each(files.map((file) => [file.path, file] as const))("%s", (_path, file) => {
    expect(wrongImports(file)).toEqual([]);
  });
});

describe("the rule itself", () => {
  it.each([
    ["features/books/x.ts", 'import { y } from "@/features/profile/y.ts";'],
    ["features/books/x.ts", 'import { y } from "../profile/y.ts";'],
    ["features/books/x.ts", 'const y = import("../../app/y.ts");'],
    ["parts/x.ts", 'import { y } from "@/features/books/y.ts";'],
    ["parts/x.ts", 'import { Link } from "react-router";'],
    ["ui/x.ts", 'import { y } from "@/parts/y.ts";'],
    ["ui/x.ts", 'import { y } from "@/api/y.ts";'],
    ["ui/x.ts", 'import { Link } from "react-router";'],
    ["ui/x.ts", 'import { RouterProvider } from "react-router/dom";'],
    ["lib/x.ts", 'import { y } from "../ui/y.tsx";'],
    ["lib/x.ts", 'export { y } from "../test/y.ts";'],
    ["features/books/x.ts", 'import { Menu } from "@base-ui/react/menu";'],
  ])("finds in %s: %s", (path, text) => {
    expect(wrongImports({ path, text })).toHaveLength(1);
  });

  it("accepts allowed imports", () => {
    const text = `import { a } from "./a.ts";
      import { b } from "@/ui/b.tsx";
      import { useQuery } from "@tanstack/react-query";
      import { useState } from "react";`;
    expect(wrongImports({ path: "features/books/x.ts", text })).toEqual([]);
  });
});
