import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import { fetchDocument } from "@/api/file-transfer.ts";
import { labelKeys } from "@/api/keys/staff.ts";
import type { BodyOf } from "@/api/operations.ts";
import type { Shape } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";

export type Sheet = Shape<"LabelSheet">;
export type Sheets = Shape<"LabelSheets">;
export type SheetForm = Shape<"LabelSheetForm">;
export type LabelKind = Shape<"LabelKindName">;
export type Symbology = Shape<"SymbologyName">;

/** What is printed: labels for copies, or cards for people. */
export type Job =
  | { what: "labels"; form: BodyOf<"POST", "/labels"> }
  | { what: "cards"; form: BodyOf<"POST", "/library-cards"> };

/** The sheets of the makers, and the library's own. */
export function useSheets() {
  return useQuery({
    queryKey: labelKeys.sheets,
    queryFn: async ({ signal }) => (await call("GET", "/label-sheets", { signal })).data,
  });
}

/** The first page of a job, and its numbers of labels and pages; nothing while no copies or people are chosen. */
export function usePreview(job: Job | null) {
  return useQuery({
    queryKey: labelKeys.preview(job ?? {}),
    queryFn: async ({ signal }) => {
      if (job?.what === "cards") {
        return (await call("POST", "/library-cards/preview", { body: job.form, signal })).data;
      }
      const form = job?.form ?? { kind: "barcode", sheet: "" };
      return (await call("POST", "/labels/preview", { body: form, signal })).data;
    },
    enabled: job !== null,
    placeholderData: keepPreviousData,
    // A refusal says what to change: the same request is refused again.
    retry: false,
    staleTime: 0,
  });
}

/** The document of a job. */
export function documentOf(job: Job): Promise<Blob> {
  return job.what === "cards"
    ? fetchDocument("/library-cards", { body: job.form })
    : fetchDocument("/labels", { body: job.form });
}

/** Replaces the library's own sheets. */
export function useSaveSheets() {
  return useChange({
    call: async (form: { sheets: readonly SheetForm[]; version: string }) =>
      (await call("PUT", "/label-sheets", { body: form })).data,
    changes: "labelSheets",
    onSuccess: (saved, _form, client) => client.setQueryData(labelKeys.sheets, saved),
  });
}
