// Measures how pages load on a phone with a cold cache; see scripts/page-loads.
import { chromium, devices } from "@playwright/test";

const [, , address, chosen] = process.argv;
if (address === undefined) {
  process.stderr.write("usage: scripts/page-loads ADDRESS [PATH]\n");
  process.exit(2);
}

/** Chrome's "Slow 4G": 1.6 Mbit/s and 150 ms for each round trip. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
/** Requests later than this after the load were not needed to show the page. */
const WATCH_MS = 6_000;
const REPEATS = 7;
const MEDIAN = 3;

const { demo } = (await call("GET", "/api/library")).data;
if (demo === null) throw new Error("the server must run with --demo");
const student = await tokenOf(demo.student);
const administrator = await tokenOf(demo.admin);
const [book] = (await call("GET", "/api/books/popular?limit=1", student)).data;

const PAGES = [
  ["/", null],
  ["/login", null],
  ["/books", student],
  [`/books/${book._id}`, student],
  ["/profile", student],
  ["/admin", administrator],
  ["/admin/books", administrator],
].filter(([path]) => chosen === undefined || path === chosen);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
print(["page", "requests", "scripts", "kB of scripts", "LCP ms", "CLS"]);
for (const [path, token] of PAGES) {
  const loads = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) loads.push(await load(path, token));
  // The median load, because a busy machine slows single ones.
  const { requests, scripts, scriptBytes, lcp, cls } = loads.toSorted((a, b) => a.lcp - b.lcp)[
    MEDIAN
  ];
  print([
    path,
    requests,
    scripts,
    (scriptBytes / 1000).toFixed(1),
    Math.round(lcp),
    cls.toFixed(3),
  ]);
}
await browser.close();

/** Loads a page in a new browser profile. */
async function load(path, token) {
  const context = await browser.newContext(devices["Pixel 7"]);
  if (token !== null) {
    await context.addInitScript((value) => localStorage.setItem("token", value), token);
  }
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.pageLoad = { lcp: 0, cls: 0, shifts: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.pageLoad.lcp = entry.startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources, hadRecentInput } of list.getEntries()) {
        if (hadRecentInput) continue;
        window.pageLoad.cls += value;
        const moved = sources.map(({ node }) => node?.className || node?.nodeName);
        window.pageLoad.shifts.push({ value, startTime, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const scriptIds = new Set();
  let requests = 0;
  let scriptBytes = 0;
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (request.url.startsWith("data:")) return;
    requests += 1;
    if (type === "Script" || /\.js$/.test(request.url)) scriptIds.add(requestId);
    if (process.env.VERBOSE) process.stderr.write(`${type} ${request.url}\n`);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scriptIds.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(address + path);
  await page.waitForTimeout(WATCH_MS);
  const { lcp, cls, shifts } = await page.evaluate(() => window.pageLoad);
  if (process.env.VERBOSE) process.stderr.write(`${JSON.stringify(shifts)}\n`);
  await context.close();
  return { requests, scripts: scriptIds.size, scriptBytes, lcp, cls };
}

async function tokenOf(credentials) {
  return (await call("POST", "/api/auth/login", null, credentials)).data.token;
}

async function call(method, path, token = null, body = undefined) {
  const response = await fetch(address + path, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  });
  return response.json();
}

function print(cells) {
  process.stdout.write(`${cells.map((cell) => String(cell).padEnd(14)).join("")}\n`);
}
