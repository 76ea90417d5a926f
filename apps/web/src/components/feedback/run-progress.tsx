import { formatCount } from '../../lib/format.js';
import { texts } from '../texts/feedback.js';

interface RunProgressProps {
  total: number;
  done: number;
  failed: number;
  waiting: number;
  /** Name of the counted things: "payouts". */
  what: string;
}

/** A bar with the counts as text next to it. */
export function RunProgress({ total, done, failed, waiting, what }: RunProgressProps) {
  return (
    <div className="stack stack-4">
      <progress
        className="progress"
        max={Math.max(total, 1)}
        value={done + failed}
        aria-label={texts.runProgress.progressOfLabel(what)}
      />
      <p className="num small">
        {texts.runProgress.ofDoneFailedWaiting({
          done: formatCount(done),
          total: formatCount(total),
          what,
          failed: formatCount(failed),
          waiting: formatCount(waiting),
        })}
      </p>
    </div>
  );
}
