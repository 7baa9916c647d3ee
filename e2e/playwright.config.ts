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
  // A browser that phones home makes a journey depend on the network.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// Chromium's sandbox cannot be set up by root; every other account keeps it.
if (process.getuid?.() === 0) browserArguments.push("--no-sandbox");

export default defineConfig({
  testDir: "journeys",
  outputDir: "test-results/journeys",
  // One server and one browser each: more would only compete for the same two cores.
  workers: 2,
  // A journey that passes at the second try has found a bug.
  retries: 0,
  // `make test` and `.ci/run` set CI: a focused test would shrink the suite without a word.
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
  // Each width in a time zone on the other side of the date line: the days on screen are the library's.
  projects: [
    {
      name: "desktop",
      use: { viewport: { width: 1280, height: 800 }, timezoneId: "Pacific/Auckland" },
    },
    {
      name: "phone",
      // Where a journey looks or leads elsewhere on a phone; the others are told once.
      testMatch:
        /(screens|borrowing|books|book-detail|login|second-step|landing|manage-.*)\.spec\.ts$/,
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
