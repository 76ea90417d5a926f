import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, useList, useSend } from '../../api/hooks.js';
import type { ReconciliationView } from '../../api/views.js';
import { DataTable, ListTable } from '../../components/tables/data-table.js';
import { ExportList } from '../../components/tables/export-list.js';
import { Money } from '../../components/values/money.js';
import { Card, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { Alert, EmptyState, SendError } from '../../components/feedback/states.js';
import { StatusBadge, ToneBadge } from '../../components/feedback/status-badge.js';
import { useToast } from '../../components/feedback/toasts.js';
import { When } from '../../components/values/when.js';
import { formatCount, humanize } from '../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../lib/url-state.js';

const KINDS = [
  ...['manual_transfer', 'manual_reversal', 'unknown_charge', 'unknown_movement', 'not_booked', 'not_at_provider'],
  ...['in_suspense', 'tax_report', 'negative_overdue', 'equality_balance', 'equality_clearing', 'equality_authors'],
  ...['statement_altered', 'not_charged', 'work_parked'],
] as const;

type State = 'open' | 'explained' | 'closed' | 'not_closed';

/** Our books against the provider's, and the list of what does not fit. */
export function ExceptionsPage(): ReactNode {
  const [state, setState] = useUrlState('state', 'not_closed');
  const [kind, setKind] = useUrlState('kind');
  const [owner, setOwner] = useUrlState('owner');
  const [blocking, setBlocking] = useUrlState('blocking');
  const query = {
    state: state === 'all' ? undefined : (state as State),
    kind: KINDS.find((one) => one === kind),
    owner: owner || undefined,
    blocking: blocking === '' ? undefined : blocking === 'true',
  };
  const items = useList('/api/v1/finance/exceptions', { query }, { refreshMs: 10_000 });
  const people = useGet('/api/v1/finance/exceptions/people');
  const clear = useClearUrlState('state', 'kind', 'owner', 'blocking');
  const filtered = state !== 'not_closed' || kind !== '' || owner !== '' || blocking !== '';
  return (
    <Page title="Exceptions" actions={<ExportList kind="exceptions" query={query} />}>
      <Books />
      <div className="filters">
        <NativeSelect
          label="Status"
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
          data={[
            { value: 'not_closed', label: 'Not closed' },
            { value: 'open', label: 'Open' },
            { value: 'explained', label: 'Explained' },
            { value: 'closed', label: 'Closed' },
            { value: 'all', label: 'All' },
          ]}
        />
        <NativeSelect
          label="Kind"
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
          data={[{ value: '', label: 'All' }, ...KINDS.map((one) => ({ value: one, label: humanize(one) }))]}
        />
        <NativeSelect
          label="Owner"
          value={owner}
          onChange={(event) => setOwner(event.currentTarget.value)}
          data={[
            { value: '', label: 'Anybody' },
            { value: 'me', label: 'Me' },
            { value: 'nobody', label: 'Nobody' },
            ...(people.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <NativeSelect
          label="Stops payout runs"
          value={blocking}
          onChange={(event) => setBlocking(event.currentTarget.value)}
          data={[
            { value: '', label: 'Either' },
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
        />
      </div>
      <ListTable
        label="Exceptions"
        list={items}
        rowKey={(row) => row.id}
        onClearFilters={filtered ? clear : undefined}
        empty={<EmptyState>No open exceptions. Unexplained differences appear here.</EmptyState>}
        columns={[
          {
            id: 'kind',
            title: 'What',
            cell: (row) => (
              <Link to="/finance/exceptions/$id" params={{ id: row.id }}>
                {humanize(row.kind)}
              </Link>
            ),
          },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="reconciliation_item" code={row.state} /> },
          {
            id: 'amount',
            title: 'Amount',
            right: true,
            cell: (row) => <Money minor={row.amount_minor} currency={row.currency} />,
          },
          {
            id: 'suspense',
            title: 'In suspense',
            right: true,
            cell: (row) => <Money minor={row.suspense_minor} currency={row.currency} />,
          },
          { id: 'owner', title: 'Owner', cell: (row) => row.owner_name ?? <span className="dim">Nobody</span> },
          { id: 'age', title: 'Days', right: true, cell: (row) => formatCount(row.age_days) },
          { id: 'blocking', title: 'Stops runs', cell: (row) => (row.blocking ? 'Yes' : 'No') },
        ]}
      />
    </Page>
  );
}

/** The equalities with the figures on both sides. */
function Books(): ReactNode {
  const toast = useToast();
  const books = useGet('/api/v1/finance/reconciliation', {}, { refreshMs: 5_000 });
  const now = useSend('/api/v1/finance/reconciliation', { onDone: () => toast('Reconciling.') });
  return (
    <Card
      title="Our books and the processor"
      actions={
        <Button variant="default" loading={now.isPending || books.data?.running === true} onClick={() => now.mutate()}>
          Reconcile now
        </Button>
      }
    >
      <SendError error={now.error} />
      <Resource of={books} what="the comparison" lines={5}>
        {(view) => <Equalities view={view} />}
      </Resource>
    </Card>
  );
}

function Equalities({ view }: { view: ReconciliationView }): ReactNode {
  return (
    <div className="stack stack-8">
      <div className="row">
        {view.holds === null ? (
          <ToneBadge tone="neutral">Not compared yet</ToneBadge>
        ) : (
          <ToneBadge tone={view.holds ? 'ok' : 'bad'}>{view.holds ? 'Reconciled' : 'Differences found'}</ToneBadge>
        )}
        {view.reconciled_at ? (
          <span className="small dim">
            Compared <When at={view.reconciled_at} /> for {view.requested_by}. {formatCount(view.open)} open,{' '}
            {formatCount(view.blocking)} of them stop payout runs.
          </span>
        ) : null}
      </div>
      {view.failure ? <Alert tone="bad">The last reconciliation failed: {view.failure}</Alert> : null}
      {view.events_silent ? (
        <Alert tone="bad">
          Events from the processor are not arriving. We fetch them every hour; check its webhook endpoint and secret.
        </Alert>
      ) : null}
      {view.equalities.length > 0 ? (
        <DataTable
          label="Equalities"
          rows={view.equalities}
          rowKey={(row) => `${row.name}:${row.currency}`}
          columns={[
            { id: 'title', title: 'Reconciliation checks', wrap: true, cell: (row) => row.title },
            {
              id: 'left',
              title: 'Our books',
              right: true,
              cell: (row) => (
                <>
                  <Money minor={row.left_minor} currency={row.currency} />
                  <div className="small dim">{row.left}</div>
                </>
              ),
            },
            {
              id: 'way',
              title: 'In progress',
              right: true,
              cell: (row) => <Money minor={row.under_way_minor} currency={row.currency} />,
            },
            {
              id: 'right',
              title: 'Must be',
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
              title: 'Result',
              cell: (row) => <ToneBadge tone={row.holds ? 'ok' : 'bad'}>{row.holds ? 'Agrees' : 'Differs'}</ToneBadge>,
            },
          ]}
        />
      ) : null}
    </div>
  );
}
