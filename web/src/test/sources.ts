import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** A file of the app's code; its path is relative to `src`, with forward slashes. */
export interface Source {
  path: string;
  text: string;
}

/** All scripts of the app, without tests. */
export function sources(): Source[] {
  return readdirSync(ROOT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(ROOT, file).split(sep).join(posix.sep),
      text: readFileSync(file, "utf8"),
    }))
    .filter(({ path }) => !path.startsWith("test/"));
}

/** The imports of a file: paths relative to `src` for the app's own files, names for packages. */
export function importsOf({ path, text }: Source): string[] {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g);
  return [...specifiers].map(([, specifier = ""]) => {
    if (specifier.startsWith("@/")) return specifier.slice(2);
    if (specifier.startsWith(".")) return posix.join(dirname(path), specifier);
    return specifier;
  });
}
