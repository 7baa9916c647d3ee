import { cva } from "class-variance-authority";

/** The common style of text inputs, selects and number fields. */
export const controlStyle = cva(
  [
    "w-full min-w-0 rounded-control border border-line-strong bg-surface text-ink transition-colors",
    "hover:border-muted aria-invalid:border-danger",
    "focus-visible:border-primary focus-visible:outline-2 focus-visible:outline-primary focus-visible:outline-offset-0",
    // The pseudo-class would also match selects.
    "[&[readonly]]:bg-sunken",
    "disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted",
  ],
  {
    variants: {
      shape: {
        // 16 px on touch screens, so that phones do not zoom into the field.
        line: "h-9 px-3 text-md touch:h-11 touch:text-base",
        tall: "h-12 px-3.5 text-base",
        area: "min-h-24 resize-y px-3 py-2 text-md touch:text-base",
      },
    },
    defaultVariants: { shape: "line" },
  },
);
