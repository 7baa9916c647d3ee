import { useLibrary } from "@/api/queries/library.ts";
import { PageSpinner } from "@/ui/spinner.tsx";

/** While the code of the first screen is on its way. */
export function Starting() {
  return <PageSpinner libraryName={useLibrary().name} />;
}
