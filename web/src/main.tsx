import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./styles/main.css";
import { createSessionStore } from "./api/session/session-store.ts";
import { App } from "./app/app.tsx";
import { createRouter } from "./app/routes.tsx";
import { followSystemTheme } from "./lib/theme.ts";

followSystemTheme();

const session = createSessionStore();
void session.start();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App session={session} router={createRouter()} />
  </StrictMode>,
);
