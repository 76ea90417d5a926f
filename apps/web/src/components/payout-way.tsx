import type { ReactNode } from 'react';
import type { Schemas } from '../api/types.js';
import { Converted } from './payout-bank.js';
import { When } from './when.js';

/** The steps of a payout to the author's bank, those to come too. */
export function PayoutWay({ payout }: { payout: Schemas['AuthorPayoutView'] }): ReactNode {
  return (
    <>
      <ol className="timeline">
        {payout.timeline.map((step) => (
          <li key={step.code}>
            <div className="row">
              <span className={step.done ? 'strong' : 'dim'}>{step.label}</span>
              <span className="small dim">
                {step.at === null ? step.done ? '' : 'No date yet' : <When at={step.at} />}
              </span>
            </div>
            {step.note === null ? null : <div className="small">{step.note}</div>}
          </li>
        ))}
      </ol>
      {payout.converted === null ? null : <Converted of={payout.converted} />}
    </>
  );
}
