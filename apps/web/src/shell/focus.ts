import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves focus to the content after a change of page, so that a screen reader starts there. Where the address names a part
 * of the page, the page moves it to that part.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const first = useRef(true);
  useEffect(() => {
    if (pathname === undefined) return;
    if (!first.current && location.hash === '') main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname]);
  return main;
}
