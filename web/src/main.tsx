import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./styles/main.css";
import { createSessionStore } from "./api/session/session-store.ts";
import { App } from "./app/app.tsx";
import { RootBoundary } from "./app/root-boundary.tsx";
import { createRouter } from "./app/routes.tsx";
import { showPreferredLanguage } from "./lib/i18n/language-choice.ts";
import { LanguageProvider } from "./lib/i18n/language-provider.tsx";
import { followSystemTheme } from "./lib/theme.ts";

followSystemTheme();

// All screens wait for the texts of this language, including those that the router starts to load.
const languageShown = showPreferredLanguage();
const session = createSessionStore();
void session.start();
const router = createRouter();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const reactRoot = createRoot(root);
// English is part of the first load. Another language is fetched first, so that no English text flashes.
void languageShown.then(() =>
  reactRoot.render(
    <StrictMode>
      <RootBoundary>
        <LanguageProvider>
          <App session={session} router={router} />
        </LanguageProvider>
      </RootBoundary>
    </StrictMode>,
  ),
);
