import { Button, NativeSelect } from '@mantine/core';
import { useGet, useList, useSend, type ReconciliationView } from '../../api/hooks.js';
import { DataTable, ListTable } from '../../components/tables/data-table.js';
import { useChoice, useFilter } from '../../components/tables/filter.js';
import { ExportList } from '../../components/tables/export-list.js';
import { Money, When } from '../../components/values/values.js';
import { Card, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { Alert, SendError, StatusBadge, ToneBadge } from '../../components/feedback/feedback.js';
import { formatCount, humanize } from '../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../lib/url-state.js';
import { controlled } from '../../lib/use-form.js';
import { leftOut } from './left-out.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

const KINDS = [
  ...['manual_transfer', 'manual_reversal', 'unknown_charge', 'unknown_movement', 'not_booked', 'not_at_provider'],
  ...[
    'in_suspense',
    'tax_report',
    'negative_overdue',
    'bank_refused',
    'shared_bank',
    'equality_balance',
    'equality_clearing',
    'equality_authors',
  ],
  ...['statement_altered', 'not_charged', 'work_parked'],
] as const;

const NAMES = Object.fromEntries(KINDS.map((one) => [one, humanize(one)])) as Record<(typeof KINDS)[number], string>;
const STATES = { ...texts.moneyExceptions.states, closed: common.closed, all: common.all };

/** Our books against the provider's, and the list of differences. */
export function ExceptionsPage() {
  const [state, stateField] = useChoice('state', { label: common.status, choices: STATES, usual: 'not_closed' });
  const [kind, kindFilter] = useFilter('kind', { label: common.kind, choices: NAMES, any: common.all });
  const [owner, setOwner] = useUrlState('owner');
  const [blocking, blockingFilter] = useFilter('blocking', {
    label: texts.moneyExceptions.stopsPayoutRunsLabel,
    choices: { true: common.yes, false: common.no },
    any: texts.moneyExceptions.options.either,
  });
  const query = {
    state: state === 'all' ? undefined : state,
    kind,
    owner: owner || undefined,
    blocking: blocking && blocking === 'true',
  };
  const items = useList('/api/v1/finance/exceptions', { query }, { refreshMs: 10_000 });
  const people = useGet('/api/v1/finance/exceptions/people');
  const clear = useClearUrlState('state', 'kind', 'owner', 'blocking');
  const filtered = state !== 'not_closed' || kind !== undefined || owner !== '' || blocking !== undefined;
  return (
    <Page title={texts.moneyExceptions.title} actions={<ExportList kind="exceptions" query={query} />}>
      <Books />
      <div className="filters">
        {stateField}
        {kindFilter}
        <NativeSelect
          label={common.owner}
          {...controlled(owner, setOwner)}
          data={[
            { value: '', label: texts.moneyExceptions.options.any },
            { value: 'me', label: texts.moneyExceptions.options.me },
            { value: 'nobody', label: common.nobody },
            ...(people.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {blockingFilter}
      </div>
      <ListTable
        label={texts.moneyExceptions.title}
        list={items}
        onClearFilters={filtered ? clear : undefined}
        empty={texts.moneyExceptions.empty}
        titles={texts.moneyExceptions.columns}
        columns={[
          { id: 'what', to: '/finance/exceptions/$id', cell: (row) => humanize(row.kind) },
          { id: 'state', cell: (row) => <StatusBadge kind="reconciliation_item" code={row.state} /> },
          { id: 'amount', right: true, cell: (row) => <Money minor={row.amount_minor} currency={row.currency} /> },
          { id: 'suspense', right: true, cell: (row) => <Money minor={row.suspense_minor} currency={row.currency} /> },
          { id: 'owner', cell: (row) => row.owner_name ?? <span className="dim">{common.nobody}</span> },
          { id: 'age', right: true, cell: (row) => formatCount(row.age_days) },
          { id: 'left_out', cell: leftOut },
        ]}
      />
    </Page>
  );
}

/** The equalities with the figures on both sides. */
function Books() {
  const books = useGet('/api/v1/finance/reconciliation', {}, { refreshMs: 5_000 });
  const now = useSend('/api/v1/finance/reconciliation', { toast: common.reconciling });
  return (
    <Card
      title={texts.moneyExceptions.booksTitle}
      actions={
        <Button variant="default" loading={now.isPending || books.data?.running === true} onClick={() => now.mutate()}>
          {common.reconcileNow}
        </Button>
      }
    >
      <SendError error={now.error} />
      <Resource of={books} what={common.theComparison} lines={5}>
        {(view) => <Equalities view={view} />}
      </Resource>
    </Card>
  );
}

function Equalities({ view }: { view: ReconciliationView }) {
  return (
    <div className="stack stack-8">
      <div className="row">
        {view.holds === null ? (
          <ToneBadge tone="neutral">{texts.moneyExceptions.notComparedYet}</ToneBadge>
        ) : (
          <ToneBadge tone={view.holds ? 'ok' : 'bad'}>
            {view.holds ? texts.moneyExceptions.reconciled : texts.moneyExceptions.differencesFound}
          </ToneBadge>
        )}
        {view.reconciled_at ? (
          <span className="small dim">
            {rich(texts.moneyExceptions.compared, {
              time: <When at={view.reconciled_at} />,
              requestedBy: view.requested_by,
              open: formatCount(view.open),
              blocking: formatCount(view.blocking),
            })}
          </span>
        ) : null}
      </div>
      {view.failure ? (
        <Alert tone="bad">{texts.moneyExceptions.theLastReconciliationFailed(view.failure)}</Alert>
      ) : null}
      {view.events_silent ? <Alert tone="bad">{texts.moneyExceptions.equalitiesNotice}</Alert> : null}
      {view.equalities.length > 0 ? (
        <DataTable
          label={texts.moneyExceptions.equalitiesTableLabel}
          rows={view.equalities}
          rowKey={(row) => `${row.name}:${row.currency}`}
          titles={texts.moneyExceptions.equalitiesColumns}
          columns={[
            { id: 'title', cell: (row) => row.title },
            {
              id: 'left',
              right: true,
              cell: (row) => (
                <>
                  <Money minor={row.left_minor} currency={row.currency} />
                  <div className="small dim">{row.left}</div>
                </>
              ),
            },
            { id: 'way', right: true, cell: (row) => <Money minor={row.under_way_minor} currency={row.currency} /> },
            {
              id: 'right',
              right: true,
              cell: (row) => (
                <>
                  <Money minor={row.right_minor} currency={row.currency} />
                  <div className="small dim">{row.right}</div>
                </>
              ),
            },
            {
              id: 'holds',
              cell: (row) => (
                <ToneBadge tone={row.holds ? 'ok' : 'bad'}>
                  {row.holds ? texts.moneyExceptions.agrees : texts.moneyExceptions.differs}
                </ToneBadge>
              ),
            },
          ]}
        />
      ) : null}
    </div>
  );
}
