import type { ReactNode } from 'react';
import type { AuthorHomeView, AuthorMonthView } from '../../api/schema.js';
import { EmptyState } from '../../components/feedback/feedback.js';
import { HomeFigures, type HomeFigure } from '../../components/layout/home.js';
import { formatMoney, formatMonth, formatUtcDate, shiftMonth } from '../../lib/format.js';
import { texts } from './texts.js';

const words = texts.authorFigures;

/** The running month: installs, and by currency what recurs, has accrued and is paid next. */
export function AuthorFigures({ of }: { of: AuthorHomeView }): ReactNode {
  const [before = 0, now = 0] = of.installs.slice(-2).map(({ active }) => active);
  const last = formatMonth(shiftMonth(of.installs.at(-1)!.month, -1));
  return (
    <>
      <HomeFigures
        of={[
          [words.activeInstalls, now, words.installs(now - before, last)],
          ...(of.money ?? []).flatMap((one) => figuresOf(one, last)),
        ]}
      />
      {of.money?.length === 0 ? <EmptyState>{words.empty}</EmptyState> : null}
    </>
  );
}

/** Of one currency. `last`: the month before. */
function figuresOf(of: AuthorMonthView, last: string): HomeFigure[] {
  const { currency, forecast } = of;
  const money = (minor: string | bigint): string => formatMoney(minor, currency);
  const change = BigInt(of.recurring_minor) - BigInt(of.last_recurring_minor);
  const changed = words.change(change, money(change < 0n ? -change : change), last);
  const fee = of.listing_fee_minor === '0' ? '' : words.fee(money(of.listing_fee_minor));
  const blockers = (forecast?.parts ?? [])
    .filter(({ reason }) => reason !== 'next_run')
    .map((one) => words.blocker(money(one.amount_minor), one.reason_text));
  const inItsWay = blockers.length > 0 ? blockers.join(' ') : words.nothingInItsWay;
  return [
    [words.recurring, money(of.recurring_minor), `${words.share(money(of.recurring_share_minor))} ${changed}`],
    [
      words.accrued(formatMonth(of.month)),
      money(of.accrued_minor),
      `${words.all(money(of.last_share_minor), last)} ${fee}`,
    ],
    ...(forecast
      ? [[words.payout(formatUtcDate(forecast.next_payout_on)), money(forecast.next_payout_minor), inItsWay] as const]
      : []),
  ];
}
