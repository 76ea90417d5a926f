import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import type { PayoutRunView, RunPayoutView } from '../../../api/schema.js';
import { Id, Money } from '../../../components/values/values.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Card } from '../../../components/layout/page.js';
import { leftBy, PayoutBank } from '../../../components/finance/payout-bank.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { UnpaidParts } from '../../../components/finance/unpaid-parts.js';
import { formatMoney } from '../../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { findStatus, vocabulary } from '../../../text/vocabulary.js';
import { AuthorLink } from '../../../components/finance/author-link.js';
import { isUnderWay } from '../../../lib/run-status.js';
import { texts } from '../texts/runs.js';
import { common } from '../../../text/common.js';

const LINES = '/api/v1/finance/payout-runs/{id}/payouts';
const STATES = ['computed', 'reserved', 'sending', 'settled', 'carried', 'cancelled'] as const;
const PARTS = texts.runLines.parts;
const SORTS = ['amount', '-amount', 'change', '-change'] as const;
const DEFAULT_SORT = '-amount';
/** Reasons of a line of a run in addition to those of unpaid amounts. */
const PAID = texts.runLines.paid;
const UNUSUAL = ['above_median', 'first_payout', 'new', 'next_run', 'in_payout', 'awaiting_payment'];
const REASONS = [
  ...Object.entries(PAID).map(([value, label]) => ({ value, label })),
  ...Object.entries(vocabulary.run_exception)
    .filter(([code]) => !UNUSUAL.includes(code))
    .map(([value, { badge }]) => ({ value, label: badge })),
];

const oneOf = <T extends string>(all: readonly T[], text: string): T | undefined => all.find((one) => one === text);

/** The lines of a run, narrowed and sorted by the server; a copied address shows the same ones. */
export function RunLines({ run }: { run: PayoutRunView }): ReactNode {
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
  const lines = useList(
    LINES,
    { path: { id: run.id }, query: { ...query, sort: by } },
    { refreshMs: isUnderWay(run) ? 2_000 : 60_000 },
  );
  const filtered = Object.values(query).some((one) => one !== undefined);
  const clear = useClearUrlState('q', 'state', 'reason', 'part', 'currency');
  return (
    <div id="lines">
      <Card title={common.lines} actions={<ExportList kind="run_lines" query={{ run: run.id, ...query, sort: by }} />}>
        <div className="filters">
          <TextInput label={common.author} {...controlled(q, setQ)} maxLength={100} />
          <NativeSelect
            label={common.status}
            {...controlled(query.state ?? '', setState)}
            data={[
              { value: '', label: common.all },
              ...STATES.map((one) => ({ value: one, label: findStatus('payout', one)?.badge ?? one })),
            ]}
          />
          <NativeSelect
            label={common.whyLabel}
            {...controlled(query.reason ?? '', setReason)}
            data={[{ value: '', label: common.all }, ...REASONS]}
          />
          <NativeSelect
            label={texts.runLines.partOfTotalLabel}
            {...controlled(query.part ?? '', setPart)}
            data={[
              { value: '', label: common.all },
              ...Object.entries(PARTS).map(([value, label]) => ({ value, label })),
            ]}
          />
          {currencies.length > 1 ? (
            <NativeSelect
              label={common.currency}
              {...controlled(query.currency ?? '', setCurrency)}
              data={[
                { value: '', label: common.all },
                ...currencies.map((one) => ({ value: one, label: one.toUpperCase() })),
              ]}
            />
          ) : null}
        </div>
        <ListTable
          label={common.payouts}
          list={lines}
          sorting={{ by, onSort: setSort }}
          onClearFilters={filtered ? clear : undefined}
          empty={texts.runLines.empty}
          titles={texts.runLines.columns}
          columns={[
            { id: 'author', cell: (line) => <AuthorLink id={line.org_id} name={line.author} /> },
            { id: 'gross', right: true, cell: (line) => money(line, line.gross_minor) },
            { id: 'platform', right: true, cell: (line) => money(line, line.platform_minor) },
            { id: 'share', right: true, cell: (line) => money(line, line.author_minor) },
            { id: 'balance', right: true, cell: (line) => money(line, line.balance_minor) },
            { id: 'amount', right: true, sortBy: 'amount', cell: (line) => money(line, line.amount_minor) },
            { id: 'change', right: true, sortBy: 'change', cell: (line) => <Change line={line} /> },
            {
              id: 'why',
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
                      <Id value={line.transfer_id} what={common.transferInText} />
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

const money = ({ currency }: RunPayoutView, minor: string): ReactNode => <Money minor={minor} currency={currency} />;

/** Nothing of it stays unpaid; before it is sent the text does not read as done. */
const inFull = ({ reason, state, reason_text }: RunPayoutView): string =>
  reason === 'to_pay' && state !== 'settled' ? texts.runLines.inFull : reason_text;

function Change({ line }: { line: RunPayoutView }): ReactNode {
  const text = formatMoney(line.change_minor, line.currency);
  return <span className="num">{BigInt(line.change_minor) > 0n ? `+${text}` : text}</span>;
}
