import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import type { Answer, Library } from "../shapes.ts";

/** The library's details until the server has responded. */
export const UNKNOWN_LIBRARY: Library = {
  name: "Library Management System",
  timeZone: "UTC",
  currency: "USD",
  loanDays: 14,
  contact: { email: null, phone: null, address: null },
  registrationOpen: true,
  confirmsAddresses: false,
  passwordRules: { leastLength: 6, passphraseLength: null },
  coversFromOtherSites: false,
  retention: { borrowingDays: null, auditDays: 1095, sessionHours: 12, rememberedSessionDays: 30 },
  isSetUp: true,
  sendsMail: true,
  demo: null,
  version: "",
};

/** The library's details, for a screen that must not show those of UNKNOWN_LIBRARY. */
export function useLibraryQuery() {
  return useQuery({
    queryKey: ["library"],
    queryFn: async ({ signal }) =>
      (await call<Answer<Library>>("GET", "/library", { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

/** The library's name, zone, currency and, in a demo, its credentials. Never fails: see UNKNOWN_LIBRARY. */
export function useLibrary(): Library {
  return useLibraryQuery().data ?? UNKNOWN_LIBRARY;
}
