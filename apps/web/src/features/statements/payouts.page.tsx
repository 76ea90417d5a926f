import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useList } from '../../api/hooks.js';
import { ListTable } from '../../components/tables/data-table.js';
import { LinkButton } from '../../components/layout/link-button.js';
import { AmountOf, Figure, Money } from '../../components/values/money.js';
import { Card, Page } from '../../components/layout/page.js';
import { PayoutWay } from './payout-way.js';
import { UnpaidParts } from '../../components/finance/unpaid-parts.js';
import { EmptyState } from '../../components/feedback/states.js';
import { StatusBadge, ToneBadge } from '../../components/feedback/status-badge.js';
import { formatMonth } from '../../lib/format.js';

/** One statement a month and currency, also when nothing was paid: opening balance, earned, paid, carried forward. */
export function PayoutsPage(): ReactNode {
  const statements = useList('/api/v1/author/statements', {}, { refreshMs: 15_000 });
  return (
    <Page
      title="Payouts"
      actions={
        <LinkButton to="/author/tax-profile" variant="default">
          Tax data
        </LinkButton>
      }
    >
      <PaidInAll />
      <NotPaidYet />
      <OnTheWay />
      <ListTable
        label="Statements"
        list={statements}
        rowKey={(row) => row.id}
        empty={<EmptyState>No payouts yet. The first payout follows the first month with a paid invoice.</EmptyState>}
        columns={[
          {
            id: 'month',
            title: 'Month',
            cell: (row) => (
              <Link to="/author/payouts/$id" params={{ id: row.id }}>
                {formatMonth(row.month)}
              </Link>
            ),
          },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="statement" code={row.outcome} /> },
          {
            id: 'earned',
            title: 'Earned',
            right: true,
            cell: (row) => <AmountOf minor={row.earned_minor} currency={row.currency} />,
          },
          {
            id: 'paid',
            title: 'Paid',
            right: true,
            cell: (row) => <AmountOf minor={row.paid_minor} currency={row.currency} />,
          },
          {
            id: 'carried',
            title: 'Carried forward',
            right: true,
            cell: (row) => <AmountOf minor={row.carried_minor} currency={row.currency} />,
          },
          { id: 'why', title: 'Why', wrap: true, cell: (row) => row.reason_text },
          {
            id: 'files',
            title: 'Files',
            cell: (row) => (
              <span className="row">
                {(['pdf', 'csv', 'json'] as const).map((form) => (
                  <a key={form} href={`/api/v1/author/statements/${row.id}/${form}`} download>
                    {form.toUpperCase()}
                    <span className="visually-hidden">
                      {' '}
                      of {formatMonth(row.month)}, {row.currency.toUpperCase()}
                    </span>
                  </a>
                ))}
              </span>
            ),
          },
          {
            id: 'proof',
            title: 'Proof',
            cell: (row) =>
              row.altered ? (
                <ToneBadge tone="bad">Altered</ToneBadge>
              ) : (
                <ToneBadge tone={row.final ? 'ok' : 'neutral'}>{row.final ? 'Sealed' : 'Preliminary'}</ToneBadge>
              ),
          },
        ]}
      />
    </Page>
  );
}

/** What was paid since the beginning, by currency. */
function PaidInAll(): ReactNode {
  const payouts = useGet('/api/v1/author/payouts', {}, { refreshMs: 30_000 });
  const paid = payouts.data?.paid_in_all ?? [];
  if (paid.length === 0) return null;
  return (
    <Card title="Paid in all">
      <div className="strip">
        {paid.map((one) => (
          <Figure key={one.currency} label={one.payouts === 1 ? '1 payout' : `${one.payouts} payouts`}>
            <Money minor={one.amount_minor} currency={one.currency} />
          </Figure>
        ))}
      </div>
    </Card>
  );
}

/** How far each of the latest payouts has come, to the bank. */
function OnTheWay(): ReactNode {
  const payouts = useGet('/api/v1/author/payouts', { query: { limit: 6 } }, { refreshMs: 15_000 });
  const latest = payouts.data?.items ?? [];
  if (latest.length === 0) return null;
  return (
    <Card title="Latest payouts">
      {latest.map((one) => (
        <section
          key={one.id}
          className="stack stack-4"
          aria-label={`${formatMonth(one.month)}, ${one.currency.toUpperCase()}`}
        >
          <div className="row">
            <Link to="/author/payouts/$id" params={{ id: one.id }}>
              {formatMonth(one.month)}
            </Link>
            <Money minor={one.amount_minor} currency={one.currency} />
          </div>
          <PayoutWay payout={one} />
        </section>
      ))}
    </Card>
  );
}

/** Every cent that is not paid yet, by currency, with its reason and date. */
function NotPaidYet(): ReactNode {
  const unpaid = useGet('/api/v1/author/unpaid', {}, { refreshMs: 30_000 });
  if (unpaid.data === undefined || unpaid.data.items.length === 0) return null;
  return (
    <Card title="Not paid yet">
      {unpaid.data.items.map((one) => (
        <div key={one.currency} className="stack stack-4">
          <div className="strip">
            <Figure label="Not paid yet">
              <Money minor={one.total_minor} currency={one.currency} />
            </Figure>
            <Figure label="Next payout at current amounts">
              <Money minor={one.next_payout_minor} currency={one.currency} />
            </Figure>
          </div>
          <UnpaidParts parts={one.parts} currency={one.currency} />
        </div>
      ))}
    </Card>
  );
}
