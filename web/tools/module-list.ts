import { relative, sep } from "node:path";
import type { Plugin } from "vite";

/**
 * Writes `.vite/modules.json`: the file of the build that contains each module of `src`. Vite's manifest lists only
 * modules with a separate file. `.size-limit.js` reads it.
 */
export function moduleList(): Plugin {
  let root = "";
  return {
    name: "module-list",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const files: Record<string, string> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const id of chunk.moduleIds) {
          const path = relative(root, id).split(sep).join("/");
          if (path.startsWith("src/")) files[path] = chunk.fileName;
        }
      }
      this.emitFile({
        type: "asset",
        fileName: ".vite/modules.json",
        source: JSON.stringify(files, null, 2),
      });
    },
  };
}
