import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CurrencyPositionView, MoneyPositionView } from '../../api/schema.js';
import { DataTable } from '../../components/tables/data-table.js';
import { AmountOf, Figure, Money, Since } from '../../components/values/values.js';
import { Card } from '../../components/layout/page.js';
import { Alert, EmptyState, ToneBadge } from '../../components/feedback/feedback.js';
import { formatCount } from '../../lib/format.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

/** The processor's balance compared with the amounts due, by currency, and the age of open items. */
export function BalanceOverview({ of }: { of: MoneyPositionView }): ReactNode {
  return (
    <>
      <Card title={texts.balanceOverview.cashTitle}>
        {of.provider_problem === null ? null : (
          <Alert tone="warn">{texts.balanceOverview.notice(of.provider_problem)}</Alert>
        )}
        {of.currencies.length === 0 ? (
          <EmptyState>{texts.balanceOverview.empty}</EmptyState>
        ) : (
          <Currencies of={of.currencies} />
        )}
      </Card>
      <Card title={texts.balanceOverview.openExceptionsAgeTitle}>
        <Ages of={of.exceptions} />
      </Card>
    </>
  );
}

function Currencies({ of }: { of: readonly CurrencyPositionView[] }): ReactNode {
  const account = (code: string, one: CurrencyPositionView, minor: string): ReactNode => (
    <Link to="/finance/ledger" search={{ account: `${code}:${one.currency}` }}>
      <Money minor={minor} currency={one.currency} />
    </Link>
  );
  const amount =
    (pick: (one: CurrencyPositionView) => string | null): ((one: CurrencyPositionView) => ReactNode) =>
    (one) => <AmountOf minor={pick(one)} currency={one.currency} />;
  return (
    <>
      <DataTable
        label={texts.balanceOverview.availableFundsTable}
        rows={of}
        rowKey={(one) => one.currency}
        titles={texts.balanceOverview.currenciesColumns}
        columns={[
          { id: 'currency', cell: (one) => one.currency.toUpperCase() },
          { id: 'available', right: true, cell: amount((one) => one.available_minor) },
          { id: 'pending', right: true, cell: amount((one) => one.pending_minor) },
          { id: 'booked', right: true, cell: (one) => account('stripe_balance', one, one.booked_minor) },
          { id: 'bank', right: true, cell: (one) => account('bank', one, one.bank_minor) },
          { id: 'due', right: true, cell: amount((one) => one.due_minor) },
          {
            id: 'left',
            right: true,
            cell: (one) => (
              <>
                <Money minor={one.left_minor} currency={one.currency} />
                {one.left_minor.startsWith('-') ? (
                  <>
                    {' '}
                    <ToneBadge tone="bad">{common.missing}</ToneBadge>
                  </>
                ) : null}
              </>
            ),
          },
        ]}
      />
      <DataTable
        label={texts.balanceOverview.owedToOthersTable}
        rows={of}
        rowKey={(one) => one.currency}
        titles={texts.balanceOverview.currenciesColumns}
        columns={[
          { id: 'due', cell: (one) => one.currency.toUpperCase() },
          { id: 'owed', right: true, cell: (one) => account('author_payable', one, one.owed_minor) },
          { id: 'payout', right: true, cell: (one) => account('payout_clearing', one, one.in_payout_minor) },
          { id: 'held', right: true, cell: (one) => account('author_reserve', one, one.held_minor) },
          { id: 'disputed', right: true, cell: (one) => account('author_disputed', one, one.disputed_minor) },
          { id: 'tax', right: true, cell: (one) => account('tax_payable', one, one.tax_minor) },
          { id: 'suspense', right: true, cell: (one) => account('suspense', one, one.suspense_minor) },
          { id: 'owing', right: true, cell: amount((one) => one.owing_minor) },
        ]}
      />
    </>
  );
}

function Ages({ of }: { of: MoneyPositionView['exceptions'] }): ReactNode {
  const parts = [
    [texts.balanceOverview.lessThanADay, of.day],
    [texts.balanceOverview.oneToSevenDays, of.week],
    [texts.balanceOverview.sevenToThirtyDays, of.month],
    [texts.balanceOverview.thirtyDaysOrLonger, of.older],
  ] as const;
  return (
    <>
      <div className="strip">
        {parts.map(([label, count]) => (
          <Figure key={label} label={label}>
            {formatCount(count)}
          </Figure>
        ))}
      </div>
      <p>
        <Link to="/finance/exceptions">{texts.balanceOverview.allExceptions}</Link>
        {of.blocking > 0 ? texts.balanceOverview.blockPayoutRuns(formatCount(of.blocking)) : ''}
        {of.oldest_opened_at === null
          ? null
          : rich(texts.balanceOverview.theOldestIsOpen, { duration: <Since at={of.oldest_opened_at} /> })}
      </p>
    </>
  );
}
