import { useLayoutEffect, useRef } from 'react';

const FIELDS: ReadonlySet<string> = new Set(['INPUT', 'TEXTAREA', 'SELECT']);

export function isTyping({ target }: Event): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || FIELDS.has(target.tagName));
}

/** Single keys of a page, wherever its focus is: not while somebody types or decides, nor where a part has taken the key. */
export function useKeys(keys: Readonly<Record<string, (() => void) | null>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const act = document.querySelector('dialog[open]') ? null : latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
