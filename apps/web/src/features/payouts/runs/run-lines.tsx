import { TextInput } from '@mantine/core';
import { refreshWhile, useList, type ListResult, type PayoutRunView, type RunPayoutView } from '../../../api/hooks.js';
import { Id, Money } from '../../../components/values/values.js';
import { useFilter } from '../../../components/tables/filter.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Card } from '../../../components/layout/page.js';
import { leftBy, PayoutBank } from '../../../components/finance/payout-bank.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { UnpaidParts } from '../../../components/finance/unpaid-parts.js';
import { formatMoney } from '../../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { badgesOf, vocabulary } from '../../../text/vocabulary.js';
import { AuthorLink } from '../../../components/finance/author-link.js';
import { isUnderWay } from '../../../lib/run-status.js';
import { texts } from '../texts/runs.js';
import { common } from '../../../text/common.js';

const LINES = '/api/v1/finance/payout-runs/{id}/payouts';
const STATES = badgesOf('payout', ['computed', 'reserved', 'sending', 'settled', 'carried', 'cancelled']);
const SORTS = ['amount', '-amount', 'change', '-change'] as const;
const DEFAULT_SORT = '-amount';
const UNUSUAL = ['above_median', 'first_payout', 'new', 'next_run', 'in_payout', 'awaiting_payment'];
/** Reasons of a line: those of paid ones, and of unpaid amounts. */
const REASONS: Readonly<Record<string, string>> = {
  ...texts.runLines.paid,
  ...Object.fromEntries(
    Object.entries(vocabulary.run_exception)
      .filter(([code]) => !UNUSUAL.includes(code))
      .map(([code, { badge }]) => [code, badge]),
  ),
};

/** Read before the last of them was paid: a page does not say of a run that it is done beside a payout that is not. */
const isBehind = ({ state }: PayoutRunView, { pages }: NonNullable<ListResult<RunPayoutView>['data']>): boolean =>
  state === 'settled' && pages.some(({ items }) => items.some((line) => ['reserved', 'sending'].includes(line.state)));

/** The lines of a run, narrowed and sorted by the server; a copied address shows the same ones. */
export function RunLines({ run }: { run: PayoutRunView }) {
  const [q, setQ] = useUrlState('q');
  const any = common.all;
  const [state, stateFilter] = useFilter('state', { label: common.status, choices: STATES, any });
  const [reason, reasonFilter] = useFilter('reason', { label: common.whyLabel, choices: REASONS, any });
  const [part, partFilter] = useFilter('part', {
    label: texts.runLines.partOfTotalLabel,
    choices: texts.runLines.parts,
    any,
  });
  const currencies = Object.fromEntries(run.totals.map((total) => [total.currency, total.currency.toUpperCase()]));
  const [currency, currencyFilter] = useFilter('currency', { label: common.currency, choices: currencies, any });
  const [sort, setSort] = useUrlState('sort', DEFAULT_SORT);
  const by = SORTS.find((one) => one === sort) ?? DEFAULT_SORT;
  const query = {
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...{ state, reason, part, currency },
  };
  const lines = useList(
    LINES,
    { path: { id: run.id }, query: { ...query, sort: by } },
    { refreshMs: refreshWhile((data) => isUnderWay(run) || isBehind(run, data), 60_000) },
  );
  const filtered = Object.values(query).some((one) => one !== undefined);
  const clear = useClearUrlState('q', 'state', 'reason', 'part', 'currency');
  return (
    <div id="lines">
      <Card title={common.lines} actions={<ExportList kind="run_lines" query={{ run: run.id, ...query, sort: by }} />}>
        <div className="filters">
          <TextInput label={common.author} {...controlled(q, setQ)} maxLength={100} />
          {stateFilter}
          {reasonFilter}
          {partFilter}
          {run.totals.length > 1 ? currencyFilter : null}
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
            { id: 'owed', right: true, cell: (line) => money(line, line.balance_minor) },
            { id: 'toPay', right: true, sortBy: 'amount', cell: (line) => money(line, line.amount_minor) },
            { id: 'change', right: true, sortBy: 'change', cell: (line) => <Change line={line} /> },
            {
              id: 'why',
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

const money = ({ currency }: RunPayoutView, minor: string) => <Money minor={minor} currency={currency} />;

/** Nothing of it stays unpaid; before it is sent the text does not read as done. */
const inFull = ({ reason, state, reason_text }: RunPayoutView): string =>
  reason === 'to_pay' && state !== 'settled' ? texts.runLines.inFull : reason_text;

function Change({ line }: { line: RunPayoutView }) {
  const text = formatMoney(line.change_minor, line.currency);
  return <span className="num">{BigInt(line.change_minor) > 0n ? `+${text}` : text}</span>;
}
