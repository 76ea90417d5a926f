import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.js';

interface RunProgressProps {
  total: number;
  done: number;
  failed: number;
  waiting: number;
  /** What is counted: "payouts". */
  what: string;
}

/** A bar with the counts as text beside it. */
export function RunProgress({ total, done, failed, waiting, what }: RunProgressProps): ReactNode {
  return (
    <div className="stack stack-4">
      <progress
        className="progress"
        max={Math.max(total, 1)}
        value={done + failed}
        aria-label={`Progress of ${what}`}
      />
      <p className="num small">
        {formatCount(done)} of {formatCount(total)} {what} done · {formatCount(failed)} failed · {formatCount(waiting)}{' '}
        waiting
      </p>
    </div>
  );
}
