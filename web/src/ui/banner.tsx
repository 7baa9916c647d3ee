import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Lines } from "./lines.tsx";

const LOOK = {
  danger: { icon: CircleAlert, style: "border-danger/35 bg-danger-soft text-danger" },
  warning: { icon: TriangleAlert, style: "border-warning/35 bg-warning-soft text-warning" },
  success: { icon: CircleCheck, style: "border-success/35 bg-success-soft text-success" },
  info: { icon: Info, style: "border-info/35 bg-info-soft text-info" },
} as const;

interface BannerProps {
  tone: keyof typeof LOOK;
  children: ReactNode;
  /** Buttons or links at the end. */
  action?: ReactNode;
  /** Takes the focus when it appears, as required after the failure of a form. */
  focus?: boolean;
}

/** A message that stays, above the content it concerns. */
export function Banner({ tone, children, action, focus = false }: BannerProps) {
  const element = useRef<HTMLDivElement>(null);
  const { icon: Icon, style } = LOOK[tone];
  useEffect(() => {
    if (focus) element.current?.focus();
  }, [focus]);
  return (
    <div
      ref={element}
      role={tone === "danger" ? "alert" : "status"}
      tabIndex={focus ? -1 : undefined}
      className={`flex items-start gap-3 rounded-control border px-4 py-3 text-md ${style}`}
    >
      <Icon className="mt-px size-5 shrink-0" aria-hidden="true" />
      <div className="wrap-anywhere min-w-0 flex-1">
        {typeof children === "string" ? <Lines text={children} /> : children}
      </div>
      {action}
    </div>
  );
}
