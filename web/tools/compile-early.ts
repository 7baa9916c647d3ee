import type { Plugin } from "vite";

/**
 * Asks the browser to compile all functions of the large files while it receives them, on another thread. Otherwise it
 * compiles each one at its first call, which delays the first screen of a phone. Browsers without this hint see a comment.
 * See https://v8.dev/blog/explicit-compile-hints.
 */
export function compileEarly(): Plugin {
  return {
    name: "compile-early",
    apply: "build",
    // After the plugin that puts the list of files at the top of a chunk: the hint counts only in the first line.
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk" && file.code.length > LARGE)
            file.code = `${HINT}\n${file.code}`;
        }
      },
    },
  };
}

const HINT = "//# allFunctionsCalledOnLoad";

/** Characters of a file from which the hint is worth its bytes. */
const LARGE = 50_000;
