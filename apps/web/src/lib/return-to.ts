import { safeReturnTo } from './url-state.js';

const KEY = 'drive-portal-return-to';
/** As long as a mailed invitation or confirmation. */
const LIFE_MS = 7 * 86_400_000;

/** Of the browser; none where it keeps nothing. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/** Keeps where somebody wanted to go while a mail is on its way: its link opens another tab, which knows nothing of it. */
export function keepReturnTo(path: string, now = Date.now()): void {
  if (path !== '') storage()?.setItem(KEY, JSON.stringify({ path, until: now + LIFE_MS }));
}

/** Where the person wanted to go, if that was kept; '' otherwise. */
export function keptReturnTo(now = Date.now()): string {
  const text = storage()?.getItem(KEY);
  if (!text) return '';
  try {
    const { path, until } = JSON.parse(text) as { path?: unknown; until?: unknown };
    return typeof path === 'string' && Number(until) > now && safeReturnTo(path) === path ? path : '';
  } catch {
    return '';
  }
}

export function clearReturnTo(): void {
  storage()?.removeItem(KEY);
}
