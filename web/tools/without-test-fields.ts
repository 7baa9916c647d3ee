import type { Plugin } from "vite";

/** The files of `lib/screens` that declare screens. */
const DECLARATIONS = /\/src\/lib\/screens\/(public|members|staff|settings)\.ts$/;
/** The fields of a declaration that only the tests and the size limits read. */
const FIELDS = new Set(["budgetKb", "examples"]);

interface Node {
  type: string;
  start: number;
  end: number;
}

interface Property extends Node {
  key: { name?: string };
}

/** Leaves the fields of screens that only tests read out of the build. */
export function withoutTestFields(): Plugin {
  return {
    name: "without-test-fields",
    apply: "build",
    // After the types are removed: the parser reads JavaScript.
    enforce: "post",
    transform(code, id) {
      if (!DECLARATIONS.test(id)) return null;
      let kept = code;
      // From the end, so that the earlier places stay valid.
      for (const { start, end } of unwanted(this.parse(code)).reverse()) {
        kept = kept.slice(0, start) + kept.slice(end);
      }
      return { code: kept, map: null };
    },
  };
}

/** The fields with the comma before them, in the order of the text. */
function unwanted(tree: object): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && value !== null) {
      if ("properties" in value && Array.isArray(value.properties)) {
        const properties: Property[] = value.properties;
        properties.forEach((property, at) => {
          const before = properties[at - 1];
          if (before && property.type === "Property" && FIELDS.has(property.key.name ?? "")) {
            found.push({ start: before.end, end: property.end });
          }
        });
      }
      Object.values(value).forEach(visit);
    }
  };
  visit(tree);
  return found.sort((one, other) => one.start - other.start);
}
