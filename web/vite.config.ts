import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { chunks } from "./tools/chunks.ts";
import { compileEarly } from "./tools/compile-early.ts";
import { englishFallback } from "./tools/english-fallback.ts";
import { moduleList } from "./tools/module-list.ts";
import { precompress } from "./tools/precompress.ts";
import { preloadScreen } from "./tools/preload-screen.ts";
import { withoutTestFields } from "./tools/without-test-fields.ts";

const api = {
  // The page of the API documentation is a screen of the app.
  "^/api/(?!docs$|docs\\?)": { target: "http://127.0.0.1:8080", changeOrigin: false },
  "^/covers/": { target: "http://127.0.0.1:8080", changeOrigin: false },
};

export default defineConfig({
  plugins: [
    englishFallback(),
    react(),
    tailwindcss(),
    moduleList(),
    preloadScreen(),
    compileEarly(),
    withoutTestFields(),
    precompress(),
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { port: 5173, proxy: api },
  preview: { port: 4173, proxy: api },
  build: {
    target: "es2022",
    // The Content-Security-Policy allows fonts and styles from our own origin only, not as data.
    assetsInlineLimit: 0,
    manifest: true,
    // Without the polyfill, old browsers fetch the files later, and otherwise work the same.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: chunks,
        // The first load names every other file: seven characters of a hash are enough to tell the versions of one apart.
        chunkFileNames: "assets/[name]-[hash:7].js",
      },
    },
  },
  test: {
    // By default one core is left free, which doubles the time on a machine with two cores.
    maxWorkers: "100%",
    // `make test` and `.ci/run` set CI: a focused test would silently shrink the suite.
    allowOnly: process.env.CI === undefined,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: { name: "rules", include: ["src/**/*.test.ts"], environment: "node" },
      },
      {
        extends: true,
        test: {
          name: "page",
          // The tests that need a document; to make one takes half a second for each file.
          include: ["src/**/*.test.tsx"],
          environment: "jsdom",
          // The code of the app is loaded once for all files of a worker, not for each: tests restore what they change in it.
          isolate: false,
          environmentOptions: { jsdom: { url: "http://localhost:8080/" } },
          setupFiles: ["./src/test/setup.ts"],
          // Screens fetch their code when they are first shown, which is slow on a busy machine.
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
