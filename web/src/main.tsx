import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import "./styles/main.css";
import { readEarlyCalls } from "./api/early-calls.ts";
import { createSessionStore } from "./api/session/session-store.ts";
import { App } from "./app/app.tsx";
import { RootBoundary } from "./app/root-boundary.tsx";
import { createRouter } from "./app/routes.tsx";
import { showPreferredLanguage } from "./lib/i18n/language-choice.ts";
import { LanguageProvider } from "./lib/i18n/language-provider.tsx";
import { followSystemTheme } from "./lib/theme.ts";

followSystemTheme();

/** Milliseconds to wait for the first loads; without them, the page can still show that the server does not respond. */
const FIRST_LOADS_MS = 2_000;

// All screens wait for the texts of this language, including those that the router starts to load.
const languageShown = showPreferredLanguage();
const session = createSessionStore();
const router = createRouter();
const firstLoads = Promise.allSettled([
  session.start(),
  languageShown.then(readEarlyCalls),
  new Promise<void>((resolve) => {
    router.subscribe(({ initialized }) => initialized && resolve());
  }),
]);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const reactRoot = createRoot(root);
// English is part of the first load. Another language is fetched first, so that no English text flashes. The first rendering
// has the code of the screen and all data that were called early: rendering a page twice takes a phone longer than waiting
// for them.
const late = new Promise((resolve) => setTimeout(resolve, FIRST_LOADS_MS));
void Promise.all([languageShown, Promise.race([firstLoads, late])]).then(() =>
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <RootBoundary>
          <LanguageProvider>
            <App session={session} router={router} />
          </LanguageProvider>
        </RootBoundary>
      </StrictMode>,
    ),
  ),
);
