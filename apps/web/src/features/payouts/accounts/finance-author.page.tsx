import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useList } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { Id } from '../../../components/values/copy.js';
import { DataTable, ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Figure, Money } from '../../../components/values/money.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { leftBy, PayoutBank } from '../../../components/finance/payout-bank.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { UnpaidParts } from '../../../components/finance/unpaid-parts.js';
import { When } from '../../../components/values/when.js';
import { countryName } from '../../../lib/countries.js';
import { formatCount, formatMonth, formatShare, humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';

type Author = Schemas['FinanceAuthorView'];
type Recovery = Schemas['RecoveryView'];

const PAGE = '/api/v1/finance/authors/{id}';

/** One author's account as finance sees it: what is owed, why it is not paid, where it goes, and what was paid. */
export function FinanceAuthorPage(): ReactNode {
  const id = useParam('id');
  const author = useGet(PAGE, { path: { id } }, { refreshMs: 30_000 });
  const { data } = author;
  return (
    <Page
      title={data?.name ?? 'Author'}
      badges={data ? <StatusBadge kind="account" code={accountStatusOf(data)} /> : null}
      actions={
        data ? (
          <LinkButton to="/finance/ledger" search={{ author: id }} variant="default">
            Open in the ledger
          </LinkButton>
        ) : null
      }
    >
      <Resource of={author} page>
        {(view) => (
          <>
            <Balances author={view} />
            <Unpaid author={view} />
            <Payouts id={id} />
            <Account author={view} />
            <Holds author={view} />
            <Recoveries author={view} />
            <Shares author={view} />
          </>
        )}
      </Resource>
    </Page>
  );
}

const accountStatusOf = ({ account_status: status }: Author): string => status ?? 'none';

function Balances({ author }: { author: Author }): ReactNode {
  const ledger = (code: string, currency: string, text: ReactNode): ReactNode => (
    <Link to="/finance/ledger" search={{ account: `${code}:${author.org_id}:${currency}` }}>
      {text}
    </Link>
  );
  return (
    <Card title="Balance">
      {author.balances.length === 0 ? <EmptyState>No entries for this author yet.</EmptyState> : null}
      {author.balances.map((one) => {
        const money = (minor: string): ReactNode => <Money minor={minor} currency={one.currency} />;
        return (
          <div key={one.currency} className="strip">
            <Figure label="Owed">{ledger('author_payable', one.currency, money(one.owed_minor))}</Figure>
            <Figure label="Not yet paid by tenants">
              {ledger('author_pending', one.currency, money(one.pending_minor))}
            </Figure>
            <Figure label="Held">{ledger('author_reserve', one.currency, money(one.held_minor))}</Figure>
            <Figure label="In disputes">{ledger('author_disputed', one.currency, money(one.disputed_minor))}</Figure>
            <Figure label="Paid so far">{money(one.paid_minor)}</Figure>
          </div>
        );
      })}
      {author.balances.some((one) => one.owed_minor.startsWith('-')) ? (
        <Alert tone="warn">The author owes us this amount. It is deducted from the next months.</Alert>
      ) : null}
      <Facts
        items={[
          ['Author', <Id key="id" value={author.org_id} what="author" />],
          ['Country', countryName(author.country)],
        ]}
      />
    </Card>
  );
}

function Unpaid({ author }: { author: Author }): ReactNode {
  const unpaid = author.unpaid.filter(({ parts }) => parts.length > 0);
  return (
    <Card title="Not paid yet">
      {unpaid.length === 0 ? <EmptyState>Everything owed has been paid.</EmptyState> : null}
      {unpaid.map((one) => (
        <div key={one.currency} className="stack stack-4">
          <p>
            <Money minor={one.total_minor} currency={one.currency} />, of it{' '}
            <Money minor={one.next_payout_minor} currency={one.currency} /> with the next run at current amounts.
          </p>
          <UnpaidParts parts={one.parts} currency={one.currency} />
        </div>
      ))}
    </Card>
  );
}

function Account({ author: { account, accounts } }: { author: Author }): ReactNode {
  return (
    <Card title="Payout account">
      <div className="row">
        <StatusBadge kind="payout_account" code={account.state} />
        {account.country === null ? null : <span>{countryName(account.country)}</span>}
        {account.checked_at === null ? null : (
          <span className="small dim">
            last checked <When at={account.checked_at} />
          </span>
        )}
      </div>
      {account.requirements.length > 0 ? (
        <ul aria-label="Information required by the processor">
          {account.requirements.map((one) => (
            <li key={one.code}>
              {humanize(one.code)}
              {one.deadline_at === null ? null : (
                <>
                  {' '}
                  by <When at={one.deadline_at} />
                </>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {accounts.length === 0 ? null : (
        <DataTable
          label="Accounts at the processor"
          rows={accounts}
          rowKey={(row) => row.id}
          columns={[
            { id: 'id', title: 'Account', cell: (row) => <Id value={row.id} what="account" /> },
            { id: 'use', title: 'Use', cell: (row) => useOf(row) },
            { id: 'country', title: 'Country', cell: (row) => countryName(row.country) },
            { id: 'opened', title: 'Opened', cell: (row) => <When at={row.opened_at} /> },
            {
              id: 'usable',
              title: 'Paid to since',
              cell: (row) => (row.usable_from === null ? 'Its opening' : <When at={row.usable_from} />),
            },
            {
              id: 'closed',
              title: 'Closed',
              cell: (row) => (row.closed_at === null ? '–' : <When at={row.closed_at} />),
            },
          ]}
        />
      )}
    </Card>
  );
}

function useOf({ active, state }: Author['accounts'][number]): string {
  if (active) return 'Paid to';
  return state === 'closed' ? 'No longer used' : 'Being set up';
}

function Holds({ author: { org_id: id } }: { author: Author }): ReactNode {
  const holds = useList('/api/v1/finance/payout-holds', { query: { org_id: id } });
  return (
    <Card
      title="Holds"
      actions={
        <Link to="/finance/holds" search={{ author: id }}>
          Manage holds
        </Link>
      }
    >
      <ListTable
        label="Holds of this author"
        list={holds}
        rowKey={(row) => row.id}
        empty={<EmptyState>No holds.</EmptyState>}
        columns={[
          { id: 'why', title: 'Reason for the author', wrap: true, cell: (row) => row.reason },
          { id: 'part', title: 'Part', right: true, cell: (row) => `${row.basis_points / 100} %` },
          {
            id: 'state',
            title: 'Status',
            cell: (row) => (
              <StatusBadge kind="hold" code={row.active ? 'active' : row.kept.length > 0 ? 'releasing' : 'ended'} />
            ),
          },
          {
            id: 'kept',
            title: 'Amount held',
            right: true,
            cell: (row) =>
              row.kept.map((one) => (
                <div key={one.currency}>
                  <Money minor={one.amount_minor} currency={one.currency} />
                </div>
              )),
          },
          { id: 'by', title: 'Placed by', cell: (row) => row.made_by_name },
          { id: 'from', title: 'From', cell: (row) => <When at={row.starts_at} /> },
          {
            id: 'to',
            title: 'Until',
            cell: (row) => (row.ends_at === null ? 'When ended manually' : <When at={row.ends_at} />),
          },
        ]}
      />
    </Card>
  );
}

const HOW: Record<string, string> = { written_off: 'A loss of the platform', paid_otherwise: 'Paid in another way' };

function Recoveries({ author: { org_id: id } }: { author: Author }): ReactNode {
  const recoveries = useList('/api/v1/finance/recoveries', { query: { org_id: id } });
  return (
    <Card title="Settlements of a negative balance" actions={<ExportList kind="recoveries" query={{ org_id: id }} />}>
      <ListTable
        label="Settlements of a negative balance"
        list={recoveries}
        rowKey={(row: Recovery) => row.id}
        empty={
          <EmptyState>
            None. They are proposed on the exception of a balance that has been negative for too long.
          </EmptyState>
        }
        columns={[
          { id: 'how', title: 'How', cell: (row) => HOW[row.how] ?? row.how },
          {
            id: 'amount',
            title: 'Amount',
            right: true,
            cell: (row) => <Money minor={row.amount_minor} currency={row.currency} />,
          },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="decision" code={row.state} /> },
          { id: 'why', title: 'Reason', wrap: true, cell: (row) => row.reason },
          { id: 'by', title: 'Proposed by', cell: (row) => row.proposed_by },
          { id: 'at', title: 'Proposed', cell: (row) => <When at={row.proposed_at} /> },
          { id: 'who', title: 'Decided by', cell: (row) => row.decided_by ?? '' },
        ]}
      />
    </Card>
  );
}

function Shares({ author: { org_id: id } }: { author: Author }): ReactNode {
  const shares = useList('/api/v1/finance/revenue-share-overrides', { query: { org_id: id } });
  return (
    <Card
      title="Revenue-share overrides"
      actions={
        <Link to="/finance/revenue-shares" search={{ author: id }}>
          Manage overrides
        </Link>
      }
    >
      <ListTable
        label="Shares of this author"
        list={shares}
        rowKey={(row) => row.id}
        empty={<EmptyState>The standard share applies.</EmptyState>}
        columns={[
          { id: 'name', title: 'Of', cell: (row) => row.name },
          {
            id: 'share',
            title: 'Author’s share',
            right: true,
            cell: (row) => (row.basis_points === null ? 'Standard share' : formatShare(row.basis_points)),
          },
          { id: 'month', title: 'From', cell: (row) => formatMonth(row.month) },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="decision" code={row.state} /> },
          { id: 'why', title: 'Reason', wrap: true, cell: (row) => row.reason },
        ]}
      />
    </Card>
  );
}

function Payouts({ id }: { id: string }): ReactNode {
  const payouts = useList('/api/v1/finance/authors/{id}/payouts', { path: { id } }, { refreshMs: 30_000 });
  return (
    <Card title="Payouts and statements">
      <ListTable
        label="Payouts of this author"
        list={payouts}
        rowKey={(row) => row.id}
        empty={<EmptyState>No payouts for this author yet.</EmptyState>}
        columns={[
          {
            id: 'month',
            title: 'Month',
            cell: (row) => (
              <Link to="/finance/runs/$id" params={{ id: row.run_id }} search={{ q: row.author }}>
                {formatMonth(row.month)}
              </Link>
            ),
          },
          {
            id: 'owed',
            title: 'Owed',
            right: true,
            cell: (row) => <Money minor={row.balance_minor} currency={row.currency} />,
          },
          {
            id: 'paid',
            title: 'To pay',
            right: true,
            cell: (row) => <Money minor={row.amount_minor} currency={row.currency} />,
          },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="payout" code={row.state} /> },
          {
            id: 'why',
            title: 'Why',
            wrap: true,
            cell: (row) =>
              leftBy(row).length === 0 ? (
                row.reason_text
              ) : (
                <UnpaidParts parts={leftBy(row)} currency={row.currency} note={row.failure} />
              ),
          },
          { id: 'bank', title: 'Bank', wrap: true, cell: (row) => <PayoutBank payout={row} /> },
          {
            id: 'tries',
            title: 'Tries',
            right: true,
            cell: (row) => formatCount(row.attempts),
          },
          {
            id: 'statement',
            title: 'Statement',
            cell: (row) =>
              ['settled', 'partially_failed', 'executing'].includes(row.run_state) ? (
                <Link to="/finance/statements/$id" params={{ id: row.id }}>
                  Statement
                </Link>
              ) : (
                ''
              ),
          },
        ]}
      />
    </Card>
  );
}
