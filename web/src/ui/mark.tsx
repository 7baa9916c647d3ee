/** The logo: three books, one of them leaning. */
export function Mark({ size = 32 }: { size?: 24 | 32 | 40 }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-primary-fill" />
      <rect x="7" y="8" width="4.5" height="16" rx="1" className="fill-on-primary" />
      <rect x="12.75" y="10.5" width="4.5" height="13.5" rx="1" fill="#e3b565" />
      <rect
        x="18.9"
        y="9.6"
        width="4.7"
        height="14.6"
        rx="1"
        transform="rotate(-15.5 21.2 17)"
        className="fill-on-primary"
      />
    </svg>
  );
}
