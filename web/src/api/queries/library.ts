import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import { earlyData } from "../early-calls.ts";
import { libraryKeys } from "../keys/library.ts";
import type { Library } from "../shapes.ts";

/** The library's details until the server has responded. */
export const UNKNOWN_LIBRARY: Library = {
  name: "Library Management System",
  timeZone: "UTC",
  currency: "USD",
  language: "en",
  loanDays: 14,
  contact: { email: null, phone: null, address: null },
  registrationOpen: true,
  openCatalogue: false,
  confirmsAddresses: false,
  passwordRules: { leastLength: 6, passphraseLength: null },
  coversFromOtherSites: false,
  retention: { borrowingDays: null, auditDays: 1095, sessionHours: 12, rememberedSessionDays: 30 },
  isSetUp: true,
  sendsMail: true,
  demo: null,
  version: "",
};

/** Milliseconds until a failed request for the library's details is retried. */
const RETRY_MS = 5_000;

/** The library's details, for a screen that must not show those of UNKNOWN_LIBRARY. */
export function useLibraryQuery() {
  return useQuery({
    queryKey: libraryKeys.details,
    queryFn: async ({ signal }) => (await call("GET", "/library", { signal })).data,
    ...earlyData("/library", {}, ({ data }) => data),
    staleTime: Number.POSITIVE_INFINITY,
    // Until they are known, dates and amounts may be in the wrong zone and currency.
    refetchInterval: ({ state }) => (state.status === "error" ? RETRY_MS : false),
    meta: { quiet: true },
  });
}

/** The library's name, zone, currency and, in a demo, its credentials. Never fails: see UNKNOWN_LIBRARY. */
export function useLibrary(): Library {
  return useLibraryQuery().data ?? UNKNOWN_LIBRARY;
}
