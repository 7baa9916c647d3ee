import { join, resolve } from "node:path";
import { expect, type Page, type Request } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    /** After its source was run in the page. */
    axe: typeof axe;
  }
}

/** The requests of each page that have no response yet. */
const requestsOf = new WeakMap<Page, Set<Request>>();

/** Records the requests of a page from its creation on, except the stream of live changes, which stays open. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>();
  requestsOf.set(page, open);
  page.on("request", (request) => {
    if (!isStreamOfChanges(request.url())) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
}

/** Milliseconds without a request after which a page counts as quiet, once it has also been idle. */
const QUIET_MS = 150;
/** Milliseconds after which a page that the browser does not call as idle counts as idle. */
const LONGEST_IDLE_WAIT_MS = 1_000;

/** Waits until a page has had no open request for a while, and has nothing left to do that could send another one. */
async function quiet(page: Page): Promise<void> {
  const open = requestsOf.get(page);
  if (open === undefined) throw new Error("the requests of this page are not watched");
  await page.waitForLoadState("load");
  let since = Date.now();
  await expect
    .poll(
      async () => {
        // A busy page has not yet sent the requests that its last answers lead to. On a busy machine, a browser may not call a
        // page that is idle for half a minute, unless it is given a limit.
        await page.evaluate(
          (timeout) => new Promise((idle) => requestIdleCallback(() => idle(null), { timeout })),
          LONGEST_IDLE_WAIT_MS,
        );
        if (open.size > 0) since = Date.now();
        return Date.now() - since;
      },
      { intervals: [50], message: "the page should become quiet", timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(QUIET_MS);
}

/** Whether an address is that of the stream of live changes, which stays open. */
export function isStreamOfChanges(url: string): boolean {
  return new URL(url).pathname === "/api/changes/stream";
}

/**
 * Waits until a screen has its heading, its data and its fonts, and no request is open. The pointer moves, as that of a
 * person does: charts and dialogs are fetched then.
 */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await quiet(page);
  await painted(page);
}

/**
 * Shows the open page in these colours, and waits until no transition is left. When the colour of an element has changed,
 * the elements in it that inherit this colour start their own transitions.
 */
export async function showIn(page: Page, colours: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: colours });
  await expect(page.locator("html")).toHaveAttribute("data-theme", colours);
  await page.evaluate(async () => {
    const transitions = () =>
      document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (let running = transitions(); running.length > 0; running = transitions()) {
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
}

/** Waits for data and fonts. */
async function painted(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const PICTURES = resolve(import.meta.dirname, "../../docs/screenshots");

/**
 * Takes a screenshot of the window for the documents when screenshots are requested; see `scripts/screenshots`.
 *
 * @param name below `docs/screenshots`, without the extension
 */
export async function picture(page: Page, name: string): Promise<void> {
  // Does not wait for the heading: an open panel hides it.
  await quiet(page);
  await painted(page);
  if (process.env.CARREL_SCREENSHOTS !== "1") return;
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: "disabled" });
}

const WHOLE_PICTURES = resolve(import.meta.dirname, "../test-results/screens");

/** Takes a screenshot of the whole page when screenshots are requested. */
export async function wholePicture(page: Page, name: string): Promise<void> {
  if (process.env.CARREL_SCREENSHOTS !== "1") return;
  await page.screenshot({ path: join(WHOLE_PICTURES, `${name}.png`), fullPage: true });
}

/**
 * Expects axe to find no violation of any rule in the current page.
 *
 * @param without rules that the page breaks on purpose
 */
export async function expectAccessible(
  page: Page,
  { without = [] }: { without?: readonly string[] } = {},
): Promise<void> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  await expectNoViolation(page, { rules });
}

/** Expects every text to have enough contrast, which a change of colours can break. */
export async function expectLegible(page: Page): Promise<void> {
  await expectNoViolation(page, { runOnly: ["color-contrast"] });
}

/**
 * Runs axe in the page, which has no frames. Its own package for Playwright opens a second page for each run and reports
 * what passed, which takes three to five times as long.
 */
async function expectNoViolation(page: Page, options: RunOptions): Promise<void> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (given) => {
    const { violations: found } = await window.axe.run({ ...given, resultTypes: ["violations"] });
    return found;
  }, options);
  const descriptions = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.target.join(" ")}\n    ${node.failureSummary ?? ""}`).join("\n")}`,
  );
  expect(descriptions, "axe should find no violation").toEqual([]);
}

/** Expects the page to be no wider than the window, and names the elements that are too wide. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`)
      .slice(0, 10)
      .concat(`${root.scrollWidth} px in a window of ${root.clientWidth} px`);
  });
  expect(tooWide, "the page should not scroll sideways").toEqual([]);
}
