interface ToggleProps {
  open: boolean;
  onChange: (open: boolean) => void;
  /** What it opens, where its text does not say it. */
  label?: string;
  children: string;
}

/** At the end of a row: shows and hides what is below it. */
export function Toggle({ open, onChange, label, children }: ToggleProps) {
  return (
    <button
      type="button"
      className="end badge"
      data-tone="neutral"
      aria-expanded={open}
      aria-label={label}
      onClick={() => onChange(!open)}
    >
      {children}
    </button>
  );
}
