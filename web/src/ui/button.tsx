import { cva, type VariantProps } from "class-variance-authority";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Link, type LinkProps } from "./link.tsx";
import { Spinner } from "./spinner.tsx";
import { reasonTooltip } from "./tooltip.tsx";

const buttonStyle = cva(
  [
    "relative inline-flex h-max max-w-full shrink-0 select-none items-center justify-center rounded-control",
    "py-1 font-medium transition-colors",
    "aria-busy:cursor-progress not-aria-busy:aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:opacity-55",
    "[&_svg]:size-[1.125em] [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary:
          "bg-primary-fill text-on-primary shadow-rest not-aria-disabled:hover:bg-primary-fill-hover",
        secondary:
          "border border-line-strong bg-surface text-ink not-aria-disabled:hover:bg-sunken",
        soft: "bg-primary-soft text-on-primary-soft not-aria-disabled:hover:bg-primary-soft/70",
        ghost: "text-muted not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink",
        danger:
          "bg-danger-fill text-on-danger shadow-rest not-aria-disabled:hover:bg-danger-fill-hover",
      },
      size: {
        sm: "min-h-8 px-3 text-sm touch:min-h-11",
        md: "min-h-9 px-4 text-md touch:min-h-11",
        lg: "min-h-12 px-6 text-base",
      },
      wide: { true: "w-full" },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

const CONTENT = "fit-line inline-flex items-center gap-2";

type ButtonLook = VariantProps<typeof buttonStyle>;

interface ButtonProps extends ButtonLook, Omit<ComponentProps<"button">, "className" | "disabled"> {
  /** Shows a spinner, keeps the width, and ignores further presses. */
  pending?: boolean | undefined;
  /**
   * Why the button can't be pressed now. It stays focusable and shows the reason to screen readers and in a tooltip,
   * also when it is pressed; an empty or absent reason means that it can be pressed.
   */
  disabledReason?: string | null | undefined;
  children: ReactNode;
}

/** The button of all screens. It is never disabled without a reason: see `disabledReason`. */
export function Button({
  variant,
  size,
  wide,
  pending = false,
  disabledReason,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const blocked = pending || Boolean(disabledReason);
  return (
    <button
      {...rest}
      {...reasonTooltip(disabledReason)}
      type={type}
      className={buttonStyle({ variant, size, wide })}
      aria-disabled={blocked || undefined}
      aria-busy={pending || undefined}
      aria-describedby={disabledReason ? reasonId : rest["aria-describedby"]}
      onClick={(event) => {
        if (blocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size={16} />
        </span>
      ) : null}
      <span className={`${CONTENT} ${pending ? "opacity-0" : ""}`}>{children}</span>
      {disabledReason ? (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      ) : null}
    </button>
  );
}

/** A link that looks like a button, for navigation. */
export function ButtonLink({
  variant,
  size,
  wide,
  className,
  children,
  ...rest
}: LinkProps & ButtonLook) {
  return (
    <Link {...rest} className={`${buttonStyle({ variant, size, wide })} ${className ?? ""}`}>
      <span className={CONTENT}>{children}</span>
    </Link>
  );
}
