import type { KeyboardEvent } from 'react';

/** The target of a row: its first link; without one its first button that does more than copy. */
const opener = (row: HTMLElement): HTMLElement | null =>
  row.querySelector<HTMLElement>('a[href]') ??
  [...row.querySelectorAll<HTMLElement>('button:not([disabled])')].find((button) => !button.closest('.copyable')) ??
  null;

/**
 * j and k inside a table go to the next or the previous row: to its link, or to the row itself when it has none. Enter on
 * such a row presses its first button.
 */
export function moveByRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return;
  if (event.key === 'Enter') {
    if (!(target instanceof HTMLTableRowElement)) return;
    event.preventDefault();
    opener(target)?.click();
    return;
  }
  if ((event.key !== 'j' && event.key !== 'k') || target.closest('input, select, textarea')) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody > tr')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[Math.min(Math.max(at + (event.key === 'j' ? 1 : -1), 0), rows.length - 1)];
  if (!next) return;
  event.preventDefault();
  const link = next.querySelector<HTMLElement>('a[href]');
  // Reached by these keys alone: Tab still moves from control to control.
  if (!link) next.tabIndex = -1;
  (link ?? next).focus();
}
