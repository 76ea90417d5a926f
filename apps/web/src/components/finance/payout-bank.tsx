import type { PayoutView } from '../../api/schema.js';
import { formatMoney } from '../../lib/format.js';
import { StatusBadge } from '../feedback/feedback.js';
import { When } from '../values/values.js';
import { texts } from '../texts/finance.js';

type Payout = Pick<PayoutView, 'bank_state' | 'bank_arrives_at' | 'bank_failure' | 'converted' | 'settled_at'>;
type Conversion = NonNullable<PayoutView['converted']>;

type Unpaid = PayoutView['unpaid'];

/** The unpaid amounts of a payout, without the one it sends. */
export const leftBy = (payout: { unpaid: Unpaid }): Unpaid =>
  payout.unpaid.filter(({ reason }) => reason !== 'next_run' && reason !== 'in_payout');

/** States of which the refusal is the reason. */
const REFUSED: readonly string[] = ['failed', 'returned'];

/** Course of a sent payout: its conversion, if any, and its way to the bank. */
export function PayoutBank({ payout }: { payout: Payout }) {
  if (payout.settled_at === null) return null;
  return (
    <>
      {payout.converted === null ? null : <Converted of={payout.converted} />}
      <div className="row small">
        <StatusBadge kind="bank" code={payout.bank_state} />
        {payout.bank_arrives_at === null ? null : <When at={payout.bank_arrives_at} />}
        {payout.bank_failure === null ? null : (
          <span>
            {REFUSED.includes(payout.bank_state) ? payout.bank_failure : texts.payoutBank.before(payout.bank_failure)}
          </span>
        )}
      </div>
    </>
  );
}

/** The processor's conversion of a transfer into the account's currency. */
export function Converted({ of }: { of: Conversion }) {
  const from = formatMoney(of.source_amount_minor, of.source_currency);
  const to = formatMoney(of.target_amount_minor, of.target_currency);
  return <div className="small">{texts.payoutBank.converted(from, to, of.exchange_rate)}</div>;
}
