import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Area } from '../../api/session.js';
import { isTyping } from '../../lib/page-keys.js';
import { areaNav } from '../navigation/nav.js';

const goTo: Record<string, [Area, string]> = {
  q: ['review', '/review'],
  r: ['finance', '/finance/runs'],
  l: ['finance', '/finance/ledger'],
};

/** Ctrl/Cmd K opens the search; `g` then `h`, `q`, `r` or `l` goes home, to the queue, the runs, the ledger. */
export function useShortcuts(areas: readonly Area[], openSearch: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let waiting = false;
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openSearch();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (!waiting) {
        waiting = event.key === 'g';
        return;
      }
      waiting = false;
      const home = areas[0] ? areaNav[areas[0]].home : '/';
      const target =
        event.key === 'h' ? home : goTo[event.key] && areas.includes(goTo[event.key]![0]) ? goTo[event.key]![1] : null;
      if (target) void navigate({ href: target });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [areas, navigate, openSearch]);
}
