import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import type { RunView } from '../../../api/views.js';
import { Id } from '../../../components/values/copy.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Money } from '../../../components/values/money.js';
import { Card } from '../../../components/layout/page.js';
import { leftBy, PayoutBank } from '../../../components/finance/payout-bank.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { UnpaidParts } from '../../../components/finance/unpaid-parts.js';
import { formatMoney } from '../../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { findStatus, vocabulary } from '../../../text/vocabulary.js';
import { AuthorLink } from '../../../components/finance/author-link.js';

type Line = Schemas['RunPayoutView'];

const LINES = '/api/v1/finance/payout-runs/{id}/payouts';
const STATES = ['computed', 'reserved', 'sending', 'settled', 'carried', 'cancelled'] as const;
const PARTS = { to_pay: 'To pay', carried: 'Carried', held: 'Held', failed: 'Failed' } as const;
const SORTS = ['amount', '-amount', 'change', '-change'] as const;
const DEFAULT_SORT = '-amount';
/** Reasons that a line of a run can have beside those of what is unpaid. */
const PAID = { to_pay: 'Paid in full', partly_held: 'Partly held', held: 'Fully held' };
const UNUSUAL = ['above_median', 'first_payout', 'new', 'next_run', 'in_payout', 'awaiting_payment'];
const REASONS = [
  ...Object.entries(PAID).map(([value, label]) => ({ value, label })),
  ...Object.entries(vocabulary.run_exception)
    .filter(([code]) => !UNUSUAL.includes(code))
    .map(([value, { badge }]) => ({ value, label: badge })),
];

const oneOf = <T extends string>(all: readonly T[], text: string): T | undefined => all.find((one) => one === text);

/** The lines of a run, narrowed and sorted by the server; a copied address shows the same ones. */
export function RunLines({ run }: { run: RunView }): ReactNode {
  const [q, setQ] = useUrlState('q');
  const [state, setState] = useUrlState('state');
  const [reason, setReason] = useUrlState('reason');
  const [part, setPart] = useUrlState('part');
  const [currency, setCurrency] = useUrlState('currency');
  const [sort, setSort] = useUrlState('sort', DEFAULT_SORT);
  const currencies = run.totals.map((total) => total.currency);
  const by = oneOf(SORTS, sort) ?? DEFAULT_SORT;
  const query = {
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    state: oneOf(STATES, state),
    reason: REASONS.some(({ value }) => value === reason) ? reason : undefined,
    part: oneOf(Object.keys(PARTS) as (keyof typeof PARTS)[], part),
    currency: oneOf(currencies, currency),
  };
  const moving = ['executing', 'computing'].includes(run.state);
  const lines = useList(
    LINES,
    { path: { id: run.id }, query: { ...query, sort: by } },
    { refreshMs: moving ? 10_000 : 60_000 },
  );
  const filtered = Object.values(query).some((one) => one !== undefined);
  const clear = useClearUrlState('q', 'state', 'reason', 'part', 'currency');
  return (
    <div id="lines">
      <Card title="Lines" actions={<ExportList kind="run_lines" query={{ run: run.id, ...query, sort: by }} />}>
        <div className="filters">
          <TextInput label="Author" value={q} maxLength={100} onChange={(event) => setQ(event.currentTarget.value)} />
          <NativeSelect
            label="Status"
            value={query.state ?? ''}
            data={[
              { value: '', label: 'All' },
              ...STATES.map((one) => ({ value: one, label: findStatus('payout', one)?.badge ?? one })),
            ]}
            onChange={(event) => setState(event.currentTarget.value)}
          />
          <NativeSelect
            label="Why"
            value={query.reason ?? ''}
            data={[{ value: '', label: 'All' }, ...REASONS]}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <NativeSelect
            label="Part of total"
            value={query.part ?? ''}
            data={[{ value: '', label: 'All' }, ...Object.entries(PARTS).map(([value, label]) => ({ value, label }))]}
            onChange={(event) => setPart(event.currentTarget.value)}
          />
          {currencies.length > 1 ? (
            <NativeSelect
              label="Currency"
              value={query.currency ?? ''}
              data={[
                { value: '', label: 'All' },
                ...currencies.map((one) => ({ value: one, label: one.toUpperCase() })),
              ]}
              onChange={(event) => setCurrency(event.currentTarget.value)}
            />
          ) : null}
        </div>
        <ListTable
          label="Payouts"
          list={lines}
          rowKey={(line) => line.id}
          sorting={{ by, onSort: setSort }}
          onClearFilters={filtered ? clear : undefined}
          empty={<EmptyState>Nothing is owed for this month.</EmptyState>}
          columns={[
            { id: 'author', title: 'Author', cell: (line) => <AuthorLink id={line.org_id} name={line.author} /> },
            { id: 'gross', title: 'Gross', right: true, cell: (line) => money(line, line.gross_minor) },
            { id: 'platform', title: 'Platform', right: true, cell: (line) => money(line, line.platform_minor) },
            { id: 'share', title: 'Author’s share', right: true, cell: (line) => money(line, line.author_minor) },
            { id: 'balance', title: 'Owed', right: true, cell: (line) => money(line, line.balance_minor) },
            {
              id: 'amount',
              title: 'To pay',
              right: true,
              sortBy: 'amount',
              cell: (line) => money(line, line.amount_minor),
            },
            {
              id: 'change',
              title: 'Against last run',
              right: true,
              sortBy: 'change',
              cell: (line) => <Change line={line} />,
            },
            {
              id: 'why',
              title: 'Status and why',
              wrap: true,
              cell: (line) => (
                <>
                  <StatusBadge kind="payout" code={line.state} />{' '}
                  {leftBy(line).length === 0 ? (
                    inFull(line)
                  ) : (
                    <UnpaidParts parts={leftBy(line)} currency={line.currency} note={line.failure} />
                  )}
                  {line.transfer_id ? (
                    <div>
                      <Id value={line.transfer_id} what="transfer" />
                    </div>
                  ) : null}
                  <PayoutBank payout={line} />
                </>
              ),
            },
          ]}
        />
      </Card>
    </div>
  );
}

const money = ({ currency }: Line, minor: string): ReactNode => <Money minor={minor} currency={currency} />;

/** Nothing of it stays unpaid; before it is sent that is not said as if it were done. */
const inFull = ({ reason, state, reason_text }: Line): string =>
  reason === 'to_pay' && state !== 'settled' ? 'In full.' : reason_text;

function Change({ line }: { line: Line }): ReactNode {
  const text = formatMoney(line.change_minor, line.currency);
  return <span className="num">{BigInt(line.change_minor) > 0n ? `+${text}` : text}</span>;
}
