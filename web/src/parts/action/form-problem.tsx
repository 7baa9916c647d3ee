import type { ReactNode } from "react";
import { Banner } from "@/ui/banner.tsx";
import { Lines } from "@/ui/lines.tsx";
import type { Action } from "./use-action.ts";

interface FormProblemProps {
  action: Pick<Action<never>, "problem">;
  /** What the person can do about it, below the words. */
  children?: ReactNode;
}

/** Why a form was not sent, above its fields; it takes the focus. */
export function FormProblem({ action: { problem }, children }: FormProblemProps) {
  return problem === null ? null : (
    <Banner tone="danger" focus>
      <Lines text={problem} />
      {children}
    </Banner>
  );
}
