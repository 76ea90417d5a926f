import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { formatRelative, formatUtc } from '../lib/format.js';
import { serverNowMs } from '../lib/server-time.js';

/** Re-renders every `everyMs` milliseconds and gives the server's now. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Relative up to seven days, then the date; the exact UTC time opens on hover and on keyboard focus. */
export function When({ at }: { at: string | null | undefined }): ReactNode {
  const now = useServerNow(30_000);
  if (!at) return <span className="dim">never</span>;
  const exact = formatUtc(at);
  return (
    <Tooltip label={exact}>
      <time className="time" dateTime={at} tabIndex={0}>
        {formatRelative(at, now)}
      </time>
    </Tooltip>
  );
}
