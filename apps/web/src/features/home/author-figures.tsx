import type { ReactNode } from 'react';
import type { AuthorHomeView, AuthorMonthView } from '../../api/schema.js';
import { EmptyState } from '../../components/feedback/feedback.js';
import { Figure } from '../../components/values/values.js';
import { formatMoney, formatMonth, formatUtcDate, shiftMonth } from '../../lib/format.js';
import { texts } from './texts.js';

const words = texts.authorFigures;

/** The running month: installs, and by currency what recurs, has accrued and is paid next. */
export function AuthorFigures({ of }: { of: AuthorHomeView }): ReactNode {
  const [before = 0, now = 0] = of.installs.slice(-2).map(({ active }) => active);
  const last = formatMonth(shiftMonth(of.installs.at(-1)!.month, -1));
  return (
    <>
      <div className="figures">
        <Box label={words.activeInstalls} value={now} note={words.installs(now - before, last)} />
        {of.money?.map((one) => (
          <CurrencyFigures key={one.currency} of={one} last={last} />
        ))}
      </div>
      {of.money?.length === 0 ? <EmptyState>{words.empty}</EmptyState> : null}
    </>
  );
}

function CurrencyFigures({ of, last }: { of: AuthorMonthView; last: string }): ReactNode {
  const { currency, expected_payout: payout } = of;
  const money = (minor: string | bigint): string => formatMoney(minor, currency);
  const change = BigInt(of.recurring_minor) - BigInt(of.last_recurring_minor);
  const changed = words.change(change, money(change < 0n ? -change : change), last);
  const fee = of.listing_fee_minor === '0' ? '' : words.fee(money(of.listing_fee_minor));
  const blockers = payout?.blockers.map((one) => words.blocker(money(one.amount_minor), one.reason_text)) ?? [];
  const inItsWay = blockers.length > 0 ? blockers.join(' ') : words.nothingInItsWay;
  return (
    <>
      <Box
        label={words.recurring}
        value={money(of.recurring_minor)}
        note={`${words.share(money(of.recurring_share_minor))} ${changed}`}
      />
      <Box
        label={words.accrued(formatMonth(of.month))}
        value={money(of.accrued_minor)}
        note={`${words.all(money(of.last_share_minor), last)} ${fee}`}
      />
      {payout ? (
        <Box label={words.payout(formatUtcDate(payout.date))} value={money(payout.amount_minor)} note={inItsWay} />
      ) : null}
    </>
  );
}

function Box({ label, value, note }: { label: string; value: ReactNode; note: string }): ReactNode {
  return (
    <section className="card">
      <Figure label={label}>{value}</Figure>
      <p className="small dim">{note}</p>
    </section>
  );
}
