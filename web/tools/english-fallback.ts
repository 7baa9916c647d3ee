import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

interface TextTree {
  [name: string]: string | TextTree;
}

const TEXTS = /^(.*\/lib\/i18n\/)(?!en\/)[a-z-]+(\/[a-z.-]+\.json)$/i;

/** Files of the server's messages. English does not have them, because the server writes English. */
const SERVER_MESSAGES = new Set(["/field-errors.json", "/refusals.json"]);

/**
 * Adds the English text for each key that the file of another language lacks. The browser then needs only the files of
 * its language, even if the translation is incomplete.
 */
export function englishFallback(): Plugin {
  return {
    name: "english-fallback",
    enforce: "pre",
    async load(id) {
      const [, texts, file] = TEXTS.exec(id) ?? [];
      if (texts === undefined || file === undefined) return null;
      if (SERVER_MESSAGES.has(file)) return null;
      const english = `${texts}en${file}`;
      this.addWatchFile(english);
      const [fallback, own] = await Promise.all([read(english), read(id)]);
      return JSON.stringify(withFallback(own, fallback));
    },
  };
}

async function read(path: string): Promise<TextTree> {
  return JSON.parse(await readFile(path, "utf8"));
}

/** The plural forms of a text belong together: if the language has one of them, none is added. */
function withFallback(own: TextTree, fallback: TextTree): TextTree {
  const merged: TextTree = { ...own };
  const ownNames = new Set(Object.keys(own).map(nameOf));
  for (const [key, value] of Object.entries(fallback)) {
    const mine = own[key];
    if (typeof mine === "object" && typeof value === "object") {
      merged[key] = withFallback(mine, value);
    } else if (!ownNames.has(nameOf(key))) {
      merged[key] = value;
    }
  }
  return merged;
}

function nameOf(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, "");
}
