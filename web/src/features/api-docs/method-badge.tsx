import { Badge, type Tone } from "@/ui/badge.tsx";

const TONES: Readonly<Record<string, Tone>> = {
  GET: "info",
  POST: "success",
  PUT: "warning",
  DELETE: "danger",
};

/** The method of a call, as a word with a colour. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span className="shrink-0 font-mono">
      <Badge tone={TONES[method] ?? "neutral"}>{method}</Badge>
    </span>
  );
}
