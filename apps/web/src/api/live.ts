import { useEffect, useRef, useState } from 'react';
import { visibleIn } from '../lib/visible.js';

interface LiveEvent {
  id: string;
  type: string;
  data: unknown;
}

/** `streaming`: events arrive by themselves. `polling`: the stream failed three times, `onTick` runs every 5 s. */
type LiveMode = 'idle' | 'connecting' | 'streaming' | 'polling' | 'done';

export interface LiveState {
  mode: LiveMode;
  /** When something last arrived, by this browser's clock. */
  lastAt: Date | null;
}

const POLL_MS = 5_000;
const MAX_FAILURES = 3;
/** Events may come by the dozen; one refresh in this time is enough. */
const TICK_MS = 300;

interface LiveOptions {
  /** The event types of this page; `done` always ends the stream. */
  types: readonly string[];
  enabled?: boolean;
  onEvent?: (event: LiveEvent) => void;
  /** Something happened, or in polling it is time to look: read the resource again. */
  onTick: () => void;
}

function parse(text: string): unknown {
  try {
    return visibleIn(JSON.parse(text));
  } catch {
    return text;
  }
}

/**
 * Follows a server-sent event stream. The browser sends `Last-Event-ID` when it reconnects, so events between two
 * connections are not lost; every event only means "read again", so a duplicate does no harm.
 */
export function useLive(url: string, options: LiveOptions): LiveState {
  const [state, setState] = useState<LiveState>({ mode: 'idle', lastAt: null });
  const latest = useRef(options);
  latest.current = options;
  const enabled = options.enabled ?? true;
  const types = options.types.join(' ');

  useEffect(() => {
    if (!enabled) return undefined;
    let failures = 0;
    let timer: ReturnType<typeof setInterval> | undefined;
    let pending: ReturnType<typeof setTimeout> | undefined;
    const source = new EventSource(url);
    setState({ mode: 'connecting', lastAt: null });
    const end = (): void => {
      source.close();
      clearInterval(timer);
      setState({ mode: 'done', lastAt: new Date() });
      latest.current.onTick();
    };
    const poll = (): void => {
      source.close();
      const tick = (): void => {
        latest.current.onTick();
        setState({ mode: 'polling', lastAt: new Date() });
      };
      tick();
      timer = setInterval(tick, POLL_MS);
    };
    const receive = (event: MessageEvent<string>): void => {
      failures = 0;
      setState({ mode: 'streaming', lastAt: new Date() });
      latest.current.onEvent?.({ id: event.lastEventId, type: event.type, data: parse(event.data) });
      pending ??= setTimeout(() => {
        pending = undefined;
        latest.current.onTick();
      }, TICK_MS);
    };
    source.onopen = () => {
      failures = 0;
      setState((old) => ({ ...old, mode: 'streaming' }));
    };
    source.onerror = () => {
      failures += 1;
      if (failures >= MAX_FAILURES || source.readyState === EventSource.CLOSED) poll();
    };
    source.onmessage = receive;
    for (const type of types.split(' ').filter(Boolean)) source.addEventListener(type, receive);
    source.addEventListener('done', end);
    return () => {
      source.close();
      clearInterval(timer);
      clearTimeout(pending);
    };
  }, [url, enabled, types]);

  return state;
}
