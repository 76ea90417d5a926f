import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import type { Schemas } from '../../api/types.js';
import { DataTable } from '../../components/tables/data-table.js';
import { AmountOf, Figure, Money } from '../../components/values/money.js';
import { Card } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { Alert, EmptyState } from '../../components/feedback/states.js';
import { ToneBadge } from '../../components/feedback/status-badge.js';
import { Since } from '../../components/values/when.js';
import { formatCount } from '../../lib/format.js';

type Position = Schemas['MoneyPositionView'];
type One = Schemas['CurrencyPositionView'];

const MINUTE = 60_000;

/** What the processor holds beside what is owed, by currency, and how old what is open has become. */
export function BalanceOverview(): ReactNode {
  const position = useGet('/api/v1/finance/balance-overview', {}, { refreshMs: MINUTE });
  return (
    <>
      <Card title="Money">
        <Resource of={position} what="the balance overview" lines={3}>
          {(view) => (
            <>
              {view.provider_problem === null ? null : (
                <Alert tone="warn">
                  The processor’s balance is unavailable: {view.provider_problem} The booked amounts are ours.
                </Alert>
              )}
              {view.currencies.length === 0 ? (
                <EmptyState>No entries yet. Amounts appear with the first closed month.</EmptyState>
              ) : (
                <Currencies of={view.currencies} />
              )}
            </>
          )}
        </Resource>
      </Card>
      <Card title="Open exceptions by age">
        <Resource of={position} what="the exceptions" lines={1}>
          {({ exceptions }) => <Ages of={exceptions} />}
        </Resource>
      </Card>
    </>
  );
}

function Currencies({ of }: { of: readonly One[] }): ReactNode {
  const account = (code: string, one: One, minor: string): ReactNode => (
    <Link to="/finance/ledger" search={{ account: `${code}:${one.currency}` }}>
      <Money minor={minor} currency={one.currency} />
    </Link>
  );
  const amount =
    (pick: (one: One) => string | null): ((one: One) => ReactNode) =>
    (one) => <AmountOf minor={pick(one)} currency={one.currency} />;
  return (
    <>
      <DataTable
        label="Available funds"
        rows={of}
        rowKey={(one) => one.currency}
        columns={[
          { id: 'currency', title: 'Available funds', cell: (one) => one.currency.toUpperCase() },
          { id: 'available', title: 'Stripe, available', right: true, cell: amount((one) => one.available_minor) },
          { id: 'pending', title: 'Stripe, pending', right: true, cell: amount((one) => one.pending_minor) },
          {
            id: 'booked',
            title: 'Stripe, as booked',
            right: true,
            cell: (one) => account('stripe_balance', one, one.booked_minor),
          },
          { id: 'bank', title: 'Bank, as booked', right: true, cell: (one) => account('bank', one, one.bank_minor) },
          { id: 'due', title: 'Owed to others', right: true, cell: amount((one) => one.due_minor) },
          {
            id: 'left',
            title: 'Remaining',
            right: true,
            cell: (one) => (
              <>
                <Money minor={one.left_minor} currency={one.currency} />
                {one.left_minor.startsWith('-') ? (
                  <>
                    {' '}
                    <ToneBadge tone="bad">Missing</ToneBadge>
                  </>
                ) : null}
              </>
            ),
          },
        ]}
      />
      <DataTable
        label="Owed to others"
        rows={of}
        rowKey={(one) => one.currency}
        columns={[
          { id: 'currency', title: 'Owed to others', cell: (one) => one.currency.toUpperCase() },
          { id: 'owed', title: 'Authors', right: true, cell: (one) => account('author_payable', one, one.owed_minor) },
          {
            id: 'payout',
            title: 'In payouts',
            right: true,
            cell: (one) => account('payout_clearing', one, one.in_payout_minor),
          },
          { id: 'held', title: 'Held', right: true, cell: (one) => account('author_reserve', one, one.held_minor) },
          {
            id: 'disputed',
            title: 'In disputes',
            right: true,
            cell: (one) => account('author_disputed', one, one.disputed_minor),
          },
          { id: 'tax', title: 'Tax payable', right: true, cell: (one) => account('tax_payable', one, one.tax_minor) },
          {
            id: 'suspense',
            title: 'Unexplained',
            right: true,
            cell: (one) => account('suspense', one, one.suspense_minor),
          },
          { id: 'owing', title: 'Authors owe us', right: true, cell: amount((one) => one.owing_minor) },
        ]}
      />
    </>
  );
}

function Ages({ of }: { of: Position['exceptions'] }): ReactNode {
  const parts = [
    ['Less than a day', of.day],
    ['1 to 7 days', of.week],
    ['7 to 30 days', of.month],
    ['30 days or longer', of.older],
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
        <Link to="/finance/exceptions">All exceptions</Link>
        {of.blocking > 0 ? `. ${formatCount(of.blocking)} block payout runs.` : ''}
        {of.oldest_opened_at === null ? null : (
          <>
            {' '}
            The oldest is open <Since at={of.oldest_opened_at} />.
          </>
        )}
      </p>
    </>
  );
}
