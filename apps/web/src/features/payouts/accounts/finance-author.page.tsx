import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useList, type FinanceAuthorView } from '../../../api/hooks.js';
import { Id, Figure, Money, When } from '../../../components/values/values.js';
import { Capabilities } from '../../../components/review/capabilities.js';
import { ApprovalList } from '../../../components/review/approval-list.js';
import { DataTable, ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { LinkButton } from '../../../components/layout/link-button.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { leftBy, PayoutBank } from '../../../components/finance/payout-bank.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Alert, EmptyState, StatusBadge } from '../../../components/feedback/feedback.js';
import { UnpaidParts } from '../../../components/finance/unpaid-parts.js';
import { countryName } from '../../../lib/countries.js';
import { formatCount, formatMonth, humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { HoldList } from '../holds/hold-list.js';
import { texts } from '../texts/accounts.js';
import { common, rich } from '../../../text/common.js';
import type { StatusCode } from '../../../text/vocabulary.js';

const PAGE = '/api/v1/finance/authors/{id}';

/** One author's account as finance sees it: amounts due, payout blockers, payout account, and payouts. */
export function FinanceAuthorPage() {
  const id = useParam('id');
  const author = useGet(PAGE, { path: { id } }, { refreshMs: 30_000 });
  const { data } = author;
  return (
    <ResourcePage
      of={author}
      title={data?.name ?? common.author}
      badges={data ? <StatusBadge kind="account" code={accountStatusOf(data)} /> : null}
      actions={
        data ? (
          <LinkButton to="/finance/ledger" search={{ author: id }} variant="default">
            {texts.financeAuthor.openLedger}
          </LinkButton>
        ) : null
      }
    >
      {(view) => (
        <>
          <Balances author={view} />
          <Unpaid author={view} />
          <Payouts id={id} />
          <Account author={view} />
          <Holds author={view} />
          <Recoveries author={view} />
          <Shares author={view} />
          <Capabilities thing="payee" id={id} />
        </>
      )}
    </ResourcePage>
  );
}

const accountStatusOf = ({ account_status: status }: FinanceAuthorView): StatusCode<'account'> => status ?? 'none';

function Balances({ author }: { author: FinanceAuthorView }) {
  const ledger = (code: string, currency: string, text: ReactNode) => (
    <Link to="/finance/ledger" search={{ account: `${code}:${author.org_id}:${currency}` }}>
      {text}
    </Link>
  );
  return (
    <Card title={texts.financeAuthor.balancesTitle}>
      {author.balances.length === 0 ? <EmptyState>{texts.financeAuthor.balancesEmpty}</EmptyState> : null}
      {author.balances.map((one) => {
        const money = (minor: string) => <Money minor={minor} currency={one.currency} />;
        return (
          <div key={one.currency} className="strip">
            <Figure label={common.owed}>{ledger('author_payable', one.currency, money(one.owed_minor))}</Figure>
            <Figure label={common.notYetPaidByTenants}>
              {ledger('author_pending', one.currency, money(one.pending_minor))}
            </Figure>
            <Figure label={common.held}>{ledger('author_reserve', one.currency, money(one.held_minor))}</Figure>
            <Figure label={texts.financeAuthor.inDisputes}>
              {ledger('author_disputed', one.currency, money(one.disputed_minor))}
            </Figure>
            <Figure label={texts.financeAuthor.paidSoFar}>{money(one.paid_minor)}</Figure>
          </div>
        );
      })}
      {author.balances.some((one) => one.owed_minor.startsWith('-')) ? (
        <Alert tone="warn">{texts.financeAuthor.balancesNotice}</Alert>
      ) : null}
      <Facts
        items={{
          author: <Id value={author.org_id} what={texts.financeAuthor.names.author} />,
          country: countryName(author.country),
        }}
      />
    </Card>
  );
}

function Unpaid({ author }: { author: FinanceAuthorView }) {
  const unpaid = author.unpaid.filter(({ parts }) => parts.length > 0);
  return (
    <Card title={common.notPaidYet}>
      {unpaid.length === 0 ? <EmptyState>{texts.financeAuthor.unpaidEmpty}</EmptyState> : null}
      {unpaid.map((one) => (
        <div key={one.currency} className="stack stack-4">
          <p>
            {rich(texts.financeAuthor.unpaidExplanation, {
              amount: <Money minor={one.total_minor} currency={one.currency} />,
              nextPayout: <Money minor={one.next_payout_minor} currency={one.currency} />,
            })}
          </p>
          <UnpaidParts parts={one.parts} currency={one.currency} />
        </div>
      ))}
    </Card>
  );
}

function Account({ author: { account, accounts } }: { author: FinanceAuthorView }) {
  return (
    <Card title={common.payoutAccount}>
      <div className="row">
        <StatusBadge kind="payout_account" code={account.state} />
        {account.country === null ? null : <span>{countryName(account.country)}</span>}
        {account.checked_at === null ? null : (
          <span className="small dim">
            {rich(texts.financeAuthor.lastChecked, { time: <When at={account.checked_at} /> })}
          </span>
        )}
      </div>
      {account.requirements.length > 0 ? (
        <ul aria-label={texts.financeAuthor.informationRequiredProcessorLabel}>
          {account.requirements.map((one) => (
            <li key={one.code}>
              {humanize(one.code)}
              {one.deadline_at === null ? null : (
                <> {rich(texts.financeAuthor.deadline, { time: <When at={one.deadline_at} /> })}</>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {accounts.length === 0 ? null : (
        <DataTable
          label={texts.financeAuthor.accountTableLabel}
          rows={accounts}
          titles={texts.financeAuthor.accountColumns}
          columns={[
            { id: 'account', cell: (row) => <Id value={row.id} what={texts.financeAuthor.names.account} /> },
            { id: 'use', cell: (row) => useOf(row) },
            { id: 'country', cell: (row) => countryName(row.country) },
            { id: 'opened', cell: (row) => <When at={row.opened_at} /> },
            {
              id: 'usable',
              cell: (row) =>
                row.usable_from === null ? texts.financeAuthor.itsOpening : <When at={row.usable_from} />,
            },
            { id: 'closed', cell: (row) => (row.closed_at === null ? '–' : <When at={row.closed_at} />) },
          ]}
        />
      )}
    </Card>
  );
}

function useOf({ active, state }: FinanceAuthorView['accounts'][number]): string {
  if (active) return texts.financeAuthor.paidTo;
  return state === 'closed' ? texts.financeAuthor.noLongerUsed : texts.financeAuthor.beingSetUp;
}

function Holds({ author: { org_id: id } }: { author: FinanceAuthorView }) {
  return (
    <Card
      title={common.holds}
      actions={
        <Link to="/finance/holds" search={{ author: id }}>
          {texts.financeAuthor.manageHolds}
        </Link>
      }
    >
      <HoldList query={{ org_id: id }} empty={texts.financeAuthor.holdsEmpty} />
    </Card>
  );
}

function Recoveries({ author: { org_id: id } }: { author: FinanceAuthorView }) {
  const query = { kind: 'recovery', organization_id: id };
  return (
    <Card title={texts.financeAuthor.recoveriesTitle} actions={<ExportList kind="approvals" query={query} />}>
      <ApprovalList
        {...query}
        label={texts.financeAuthor.recoveriesTitle}
        empty={texts.financeAuthor.recoveriesEmpty}
      />
    </Card>
  );
}

function Shares({ author: { org_id: id } }: { author: FinanceAuthorView }) {
  return (
    <Card
      title={common.revenueShareOverrides}
      actions={<Link to="/finance/revenue-shares">{texts.financeAuthor.manageOverrides}</Link>}
    >
      <ApprovalList
        kind="share_override"
        organization_id={id}
        label={texts.financeAuthor.sharesTableLabel}
        empty={texts.financeAuthor.sharesEmpty}
      />
    </Card>
  );
}

function Payouts({ id }: { id: string }) {
  const payouts = useList('/api/v1/finance/authors/{id}/payouts', { path: { id } }, { refreshMs: 30_000 });
  return (
    <Card title={texts.financeAuthor.payoutsTitle}>
      <ListTable
        label={texts.financeAuthor.payoutsTableLabel}
        list={payouts}
        empty={texts.financeAuthor.payoutsEmpty}
        titles={texts.financeAuthor.payoutsColumns}
        columns={[
          {
            id: 'month',
            cell: (row) => (
              <Link to="/finance/runs/$id" params={{ id: row.run_id }} search={{ q: row.author }}>
                {formatMonth(row.month)}
              </Link>
            ),
          },
          { id: 'owed', right: true, cell: (row) => <Money minor={row.balance_minor} currency={row.currency} /> },
          { id: 'toPay', right: true, cell: (row) => <Money minor={row.amount_minor} currency={row.currency} /> },
          { id: 'state', cell: (row) => <StatusBadge kind="payout" code={row.state} /> },
          {
            id: 'note',
            cell: (row) =>
              leftBy(row).length === 0 ? (
                row.reason_text
              ) : (
                <UnpaidParts parts={leftBy(row)} currency={row.currency} note={row.failure} />
              ),
          },
          { id: 'bank', cell: (row) => <PayoutBank payout={row} /> },
          { id: 'tries', right: true, cell: (row) => formatCount(row.attempts) },
          {
            id: 'statement',
            cell: (row) =>
              ['settled', 'partially_failed', 'executing'].includes(row.run_state) ? (
                <Link to="/finance/statements/$id" params={{ id: row.id }}>
                  {common.statement}
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
