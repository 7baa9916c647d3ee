// Runs before the first paint so that the page never flashes in the wrong theme or language. It is a file of
// its own because the Content-Security-Policy forbids inline scripts. The app's part is in
// src/lib/theme.ts, which uses the same storage key and the same attribute;
// the language is chosen in src/lib/i18n/language-choice.ts.
(() => {
  let choice = null;
  let language = null;
  try {
    choice = localStorage.getItem("theme");
    language = localStorage.getItem("language:person") ?? localStorage.getItem("language");
  } catch {
    // Storage may be forbidden; the system's theme and language are right then.
  }
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", dark ? "#12141A" : "#FBFAF7");
  // The page itself has an English text, which stays hidden until the app knows its language.
  if (!/^en\b/i.test(language ?? navigator.language)) {
    document.documentElement.dataset.language = "pending";
  }
})();
