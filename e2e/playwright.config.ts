import { defineConfig } from "@playwright/test";

const chromium = process.env.CHROMIUM;
if (chromium === undefined || chromium === "") {
  throw new Error(
    "CHROMIUM names no browser. Run through make test-e2e, or: " +
      "CHROMIUM=$(scripts/need-chromium) npm --prefix e2e test",
  );
}

const browserArguments = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  // Without these, the browser sends requests of its own, and journeys depend on the network.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// Root cannot use Chromium's sandbox; all other accounts do.
if (process.getuid?.() === 0) browserArguments.push("--no-sandbox");

export default defineConfig({
  testDir: "journeys",
  outputDir: "test-results/journeys",
  // Each worker runs a server and a browser; more workers would compete for the two cores.
  workers: 2,
  // A journey that passes only at the second attempt has found a bug.
  retries: 0,
  // `make test` and `.ci/run` set CI: a focused test would silently shrink the suite.
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["html", { open: "never" }]],
  use: {
    locale: "en-US",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: { executablePath: chromium, args: browserArguments },
  },
  // The two time zones are on opposite sides of the date line, because the days on screen must be the library's.
  projects: [
    {
      name: "desktop",
      use: { viewport: { width: 1280, height: 800 }, timezoneId: "Pacific/Auckland" },
    },
    {
      name: "phone",
      // The journeys that differ on a phone; the others run once.
      testMatch:
        /(screens|add-by-isbn|borrowing|books|book-detail|login|second-step|landing|manage-.*)\.spec\.ts$/,
      use: {
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        timezoneId: "Pacific/Honolulu",
      },
    },
  ],
});
