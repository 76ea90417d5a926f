import { useEffect, useRef } from 'react';
import { formatCountdown } from '../../../lib/format.js';
import { useServerNow } from '../../../components/values/values.js';

const HOUR_MS = 3_600_000;

/** Time left by the server's clock. Not announced each second; calls `onEnd` once when it reaches zero. */
export function Countdown({ until, onEnd }: { until: string; onEnd?: () => void }) {
  const now = useServerNow(1_000);
  const left = Date.parse(until) - now;
  const ended = useRef(false);
  useEffect(() => {
    if (left > 0 || ended.current) return;
    ended.current = true;
    onEnd?.();
  }, [left, onEnd]);
  return (
    <span className={left < HOUR_MS ? 'num strong' : 'num'} role="timer" aria-live="off">
      {formatCountdown(left)}
    </span>
  );
}
