import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/** Nothing was shown before; another page may come in another frame. */
let first = true;

/**
 * Moves focus to the content after a change of page, so that a screen reader starts there. Where the address names a part
 * of the page, the page moves it to that part.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  useEffect(() => {
    if (pathname === undefined) return;
    if (!first && location.hash === '') main.current?.focus({ preventScroll: true });
    first = false;
  }, [pathname]);
  return main;
}
