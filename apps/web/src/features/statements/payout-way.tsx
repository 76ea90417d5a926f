import type { AuthorPayoutView } from '../../api/schema.js';
import { Id, When } from '../../components/values/values.js';
import { Converted } from '../../components/finance/payout-bank.js';
import { texts } from './texts.js';
import { rich } from '../../text/rich.js';

type Way = Pick<AuthorPayoutView, 'timeline' | 'converted' | 'bank_payout_id'>;

/** The steps of a payout to the author's bank, those to come too; its labels are for the reader. */
export function PayoutWay({ payout }: { payout: Way }) {
  return (
    <>
      <ol className="timeline">
        {payout.timeline.map((step) => (
          <li key={`${step.code} ${step.ref ?? ''} ${step.at ?? ''}`}>
            <div className="row">
              <span className={step.done ? 'strong' : 'dim'}>{step.label}</span>
              <span className="small dim">{step.at === null ? texts.payoutWay.noDateYet : <When at={step.at} />}</span>
              {step.ref === null ? null : <Id value={step.ref} what={step.label} />}
            </div>
            {step.note === null ? null : <div className="small">{step.note}</div>}
          </li>
        ))}
      </ol>
      {payout.converted === null ? null : <Converted of={payout.converted} />}
      {payout.bank_payout_id === null ? null : (
        <div className="row small">
          {rich(texts.payoutWay.payoutToTheBank, {
            id: <Id value={payout.bank_payout_id} what={texts.payoutWay.names.payoutBank} />,
          })}
        </div>
      )}
    </>
  );
}
