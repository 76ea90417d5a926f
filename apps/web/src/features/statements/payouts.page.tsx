import { Link } from '@tanstack/react-router';
import { useGet, useList } from '../../api/hooks.js';
import { ListTable } from '../../components/tables/data-table.js';
import { LinkButton } from '../../components/layout/link-button.js';
import { AmountOf, Figure, Money } from '../../components/values/values.js';
import { Card, Page } from '../../components/layout/page.js';
import { PayoutWay } from './payout-way.js';
import { UnpaidNotes } from '../../components/finance/unpaid-notes.js';
import { UnpaidParts } from '../../components/finance/unpaid-parts.js';
import { StatusBadge, ToneBadge } from '../../components/feedback/feedback.js';
import { formatMonth, formatUtcDate } from '../../lib/format.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

/** One statement a month and currency, also when nothing was paid: opening balance, earned, paid, carried forward. */
export function PayoutsPage() {
  const statements = useList('/api/v1/author/statements', {}, { refreshMs: 15_000 });
  const notes = useList('/api/v1/author/unpaid/history', {}, { refreshMs: 30_000 });
  return (
    <Page
      title={common.payouts}
      actions={
        <LinkButton to="/author/tax-profile" variant="default">
          {common.taxData}
        </LinkButton>
      }
    >
      <PaidInAll />
      <NotPaidYet />
      <UnpaidNotes list={notes} of="author" />
      <OnTheWay />
      <ListTable
        label={common.statements}
        list={statements}
        empty={texts.payouts.empty}
        titles={texts.payouts.columns}
        columns={[
          { id: 'month', to: '/author/payouts/$id', cell: (row) => formatMonth(row.month) },
          { id: 'state', cell: (row) => <StatusBadge kind="statement" code={row.outcome} /> },
          { id: 'earned', right: true, cell: (row) => <AmountOf minor={row.earned_minor} currency={row.currency} /> },
          { id: 'paid', right: true, cell: (row) => <AmountOf minor={row.paid_minor} currency={row.currency} /> },
          { id: 'carried', right: true, cell: (row) => <AmountOf minor={row.carried_minor} currency={row.currency} /> },
          { id: 'note', cell: (row) => row.reason_text },
          {
            id: 'files',
            cell: (row) => (
              <span className="row">
                {(['pdf', 'csv', 'json'] as const).map((form) => (
                  <a key={form} href={`/api/v1/author/statements/${row.id}/${form}`} download>
                    {form.toUpperCase()}
                    <span className="visually-hidden">
                      {' '}
                      {texts.payouts.monthAndCurrency(formatMonth(row.month), row.currency.toUpperCase())}
                    </span>
                  </a>
                ))}
              </span>
            ),
          },
          {
            id: 'proof',
            cell: (row) =>
              row.altered ? (
                <ToneBadge tone="bad">{texts.payouts.altered}</ToneBadge>
              ) : (
                <ToneBadge tone={row.final ? 'ok' : 'neutral'}>
                  {row.final ? texts.payouts.sealed : texts.payouts.preliminary}
                </ToneBadge>
              ),
          },
        ]}
      />
    </Page>
  );
}

/** Total payouts since the beginning, by currency. */
function PaidInAll() {
  const payouts = useGet('/api/v1/author/payouts', {}, { refreshMs: 30_000 });
  const paid = payouts.data?.paid_in_all ?? [];
  if (paid.length === 0) return null;
  return (
    <Card title={texts.payouts.paidInAllTitle}>
      <div className="strip">
        {paid.map((one) => (
          <Figure key={one.currency} label={texts.payouts.payouts(one.payouts)}>
            <Money minor={one.amount_minor} currency={one.currency} />
          </Figure>
        ))}
      </div>
    </Card>
  );
}

/** How far each of the latest payouts has come, to the bank. */
function OnTheWay() {
  const payouts = useGet('/api/v1/author/payouts', { query: { limit: 6 } }, { refreshMs: 15_000 });
  const latest = payouts.data?.items ?? [];
  if (latest.length === 0) return null;
  return (
    <Card title={texts.payouts.latestPayoutsTitle}>
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
function NotPaidYet() {
  const unpaid = useGet('/api/v1/author/unpaid', {}, { refreshMs: 30_000 });
  if (unpaid.data === undefined || unpaid.data.items.length === 0) return null;
  return (
    <Card title={common.notPaidYet}>
      {unpaid.data.items.map((one) => (
        <div key={one.currency} className="stack stack-4">
          <div className="strip">
            <Figure label={common.notPaidYet}>
              <Money minor={one.total_minor} currency={one.currency} />
            </Figure>
            <Figure label={texts.payouts.nextPayout(formatUtcDate(one.next_payout_on))}>
              <Money minor={one.next_payout_minor} currency={one.currency} />
            </Figure>
          </div>
          <UnpaidParts parts={one.parts} currency={one.currency} />
        </div>
      ))}
    </Card>
  );
}
