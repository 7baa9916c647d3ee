import type { Declaration } from "./declaration.ts";

/** The screens that can be opened without a session. */
export const PUBLIC_SCREENS = [
  {
    path: "/",
    file: "home/home-screen",
    access: "home",
    texts: ["home"],
    calls: ["/home"],
    examples: [
      ["/?view=site", "visitor"],
      ["/?view=site", "student"],
    ],
  },
  { path: "/login", file: "session/login-screen", access: "visitors" },
  {
    path: "/register",
    file: "session/register-screen",
    access: "visitors",
    texts: ["accounts"],
  },
  {
    path: "/forgot-password",
    file: "session/forgot-password-screen",
    access: "visitors",
    texts: ["accounts"],
  },
  // Also for signed-in people: a link may be opened in a browser with a session.
  {
    path: "/reset-password",
    file: "session/reset-password-screen",
    access: "everyone",
    texts: ["accounts"],
    examples: [
      ["/reset-password#token=abc", "visitor"],
      ["/reset-password", "visitor"],
    ],
  },
  {
    path: "/confirm-registration",
    file: "session/confirm-registration-screen",
    access: "everyone",
    texts: ["accounts"],
    examples: [
      ["/confirm-registration#token=abc", "visitor"],
      ["/confirm-registration", "visitor"],
    ],
  },
  {
    path: "/confirm-email",
    file: "session/confirm-email-screen",
    access: "everyone",
    texts: ["accounts"],
    examples: [
      ["/confirm-email#token=abc", "visitor"],
      ["/confirm-email#token=abc", "student"],
      ["/confirm-email", "visitor"],
    ],
  },
  {
    path: "/undo-email-change",
    file: "session/undo-email-change-screen",
    access: "everyone",
    texts: ["accounts"],
    examples: [
      ["/undo-email-change#token=abc", "visitor"],
      ["/undo-email-change", "visitor"],
    ],
  },
  {
    path: "/api/docs",
    file: "api-docs/api-docs-screen",
    access: "everyone",
    texts: ["apiDocs"],
    budgetKb: 40,
    examples: [
      ["/api/docs", "visitor"],
      ["/api/docs?call=borrow_book", "student"],
    ],
  },
  { path: "/about", file: "pages/about-screen", access: "everyone", texts: ["pages"] },
  { path: "/contact", file: "pages/contact-screen", access: "everyone", texts: ["pages"] },
  {
    path: "/privacy",
    file: "pages/privacy-screen",
    access: "everyone",
    texts: ["pages"],
    examples: [["/privacy", "student"]],
  },
  { path: "/terms", file: "pages/terms-screen", access: "everyone", texts: ["pages"] },
  { path: "/help", file: "pages/help-screen", access: "everyone", texts: ["pages"] },
  {
    path: "/setup",
    file: "setup/setup-screen",
    access: "everyone",
    texts: ["setup"],
    examples: [
      ["/setup", "visitor"],
      ["/setup#token", "visitor"],
      ["/setup?step=opening#token", "visitor"],
      ["/setup?step=administrator#token", "visitor"],
    ],
  },
  {
    path: "*",
    file: "not-found/not-found-screen",
    access: "everyone",
    texts: ["pages"],
    examples: [
      ["/nowhere", "visitor"],
      ["/nowhere", "student"],
    ],
  },
] as const satisfies readonly Declaration[];
