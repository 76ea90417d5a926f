import type { KeyboardEvent } from 'react';

/** j and k inside a table go to the link of the next or the previous row. */
export function moveByRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== 'j' && event.key !== 'k')) return;
  if (event.target instanceof HTMLElement && event.target.closest('input, select, textarea')) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody > tr')].filter((row) =>
    row.querySelector('a'),
  );
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[Math.min(Math.max(at + (event.key === 'j' ? 1 : -1), 0), rows.length - 1)];
  next?.querySelector<HTMLElement>('a')?.focus();
  if (next) event.preventDefault();
}
