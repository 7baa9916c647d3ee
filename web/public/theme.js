// Runs before the first paint, so that the page never flashes in the wrong theme or language. It is a separate
// file because the Content-Security-Policy forbids inline scripts. src/lib/theme.ts uses the same storage key and
// the same attribute; src/lib/i18n/language-choice.ts chooses the language.
(() => {
  let choice = null;
  let language = null;
  try {
    choice = localStorage.getItem("theme");
    language = localStorage.getItem("language:person") ?? localStorage.getItem("language");
  } catch {
    // Storage may be forbidden; then the system's theme and language apply.
  }
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", dark ? "#12141A" : "#FBFAF7");
  // The page has an English text, which is hidden until the app knows the language.
  if (!/^en\b/i.test(language ?? navigator.language)) {
    document.documentElement.dataset.language = "pending";
  }
})();
