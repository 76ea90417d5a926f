import { useSyncExternalStore } from 'react';

/** Where the person's choice is kept; /assets/start-2.js reads it before the first paint. */
export const SCHEME_KEY = 'drive-portal-scheme';
const ATTRIBUTE = 'data-mantine-color-scheme';

const isDark = (): boolean => document.documentElement.getAttribute(ATTRIBUTE) === 'dark';

function onChange(then: () => void): () => void {
  const observer = new MutationObserver(then);
  observer.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] });
  return () => observer.disconnect();
}

/** Keeps the choice and tells it to this page as the browser tells it to the others. */
function choose(newValue: 'dark' | 'light'): void {
  document.documentElement.setAttribute(ATTRIBUTE, newValue);
  try {
    localStorage.setItem(SCHEME_KEY, newValue);
    dispatchEvent(new StorageEvent('storage', { key: SCHEME_KEY, newValue, storageArea: localStorage }));
  } catch {
    // Without storage the choice holds for this page.
  }
}

/** Whether the page is dark, and how to change it. */
export function useScheme(): { dark: boolean; toggle: () => void } {
  const dark = useSyncExternalStore(onChange, isDark);
  return { dark, toggle: () => choose(dark ? 'light' : 'dark') };
}
