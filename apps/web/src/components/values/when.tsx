import { Tooltip } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { formatRelative, formatSince, formatUtc } from '../../lib/format.js';
import { serverNowMs } from '../../lib/server-time.js';
import { common } from '../../text/common.js';

/**
 * Re-renders every `everyMs` milliseconds and gives the server's now: of this render, not of the last tick, or what was
 * loaded since would seem to be still to come.
 */
export function useServerNow(everyMs: number): number {
  const [, setTicked] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setTicked(serverNowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return serverNowMs();
}

/** Relative up to seven days, then the date; the exact UTC time opens on hover and on keyboard focus. */
export function When({ at }: { at: string | null | undefined }): ReactNode {
  return at ? <Instant at={at} text={formatRelative} /> : <span className="dim">{common.never}</span>;
}

/** How long something lasts already, for a sentence: "for 3 h", from the eighth day on "since 2 Dec 2026". */
export function Since({ at }: { at: string | null | undefined }): ReactNode {
  return at ? <Instant at={at} text={formatSince} /> : null;
}

function Instant({ at, text }: { at: string; text: (at: string, nowMs: number) => string }): ReactNode {
  const now = useServerNow(30_000);
  return (
    <Tooltip label={formatUtc(at)}>
      <time className="time" dateTime={at} tabIndex={0}>
        {text(at, now)}
      </time>
    </Tooltip>
  );
}
