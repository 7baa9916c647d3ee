import { useLibrary } from "@/api/queries/library.ts";
import { PageSpinner } from "@/ui/spinner.tsx";

/** Shown while the code of the first screen is loading. */
export function Starting() {
  return <PageSpinner libraryName={useLibrary().name} />;
}
