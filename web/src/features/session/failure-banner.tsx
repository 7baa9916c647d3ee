import type { ReactNode } from "react";
import { Banner } from "@/ui/banner.tsx";
import { Lines } from "@/ui/lines.tsx";
import type { Failure } from "./use-attempt.ts";

/**
 * Shows why the last attempt failed, above the form. It takes the focus, unless the error concerns a field, which then
 * has it.
 */
export function FailureBanner({ failure, action }: { failure: Failure; action?: ReactNode }) {
  return (
    <Banner tone="danger" focus={failure.error.errors.length === 0}>
      <p className="font-medium">
        <Lines text={failure.message} />
      </p>
      {action ? <p className="mt-1">{action}</p> : null}
    </Banner>
  );
}
