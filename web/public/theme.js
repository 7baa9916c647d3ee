// Runs before the first paint so that the page never flashes in the wrong theme. It is a file of
// its own because the Content-Security-Policy forbids inline scripts. The app's part is in
// src/lib/theme.ts, which uses the same storage key and the same attribute.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem("theme");
  } catch {
    // Storage may be forbidden; the system's theme is the right answer then.
  }
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", dark ? "#12141A" : "#FBFAF7");
})();
