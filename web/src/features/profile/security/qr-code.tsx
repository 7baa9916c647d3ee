import type { AuthenticatorSecret } from "@/api/shapes.ts";

/** The empty margin that scanners need around the code, in modules. */
const MARGIN = 4;

/** A QR code, dark on white in both themes: many scanners cannot read an inverted one. */
export function QrCode({ code, label }: { code: AuthenticatorSecret["qrCode"]; label: string }) {
  const side = code.size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-control bg-white"
    >
      <path d={code.path} fill="black" />
    </svg>
  );
}
