import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSend, type RunReconciliationView } from '../../../api/hooks.js';
import type { ApiError } from '../../../api/errors.js';
import { Id, Money, When } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { SendError, StatusBadge, ToneBadge } from '../../../components/feedback/feedback.js';
import { formatCount } from '../../../lib/format.js';
import { texts } from '../texts/runs.js';
import { common } from '../../../text/common.js';

/** The last step of a run: what reconciliation found about its transfers, and the open tasks. */
export function RunReconciled({ reconciled }: { reconciled: UseQueryResult<RunReconciliationView, ApiError> }) {
  const compare = useSend('/api/v1/finance/reconciliation', { toast: common.reconciling });
  const view = reconciled.data;
  return (
    <Card
      title={common.reconcile}
      actions={
        view === undefined || view.state === 'done' ? null : (
          <Button variant="default" loading={compare.isPending || view.running} onClick={() => compare.mutate()}>
            {common.reconcileNow}
          </Button>
        )
      }
    >
      <SendError error={compare.error} />
      <Resource of={reconciled} what={texts.runReconciled.names.reconciliationResults}>
        {(found) => <Found view={found} />}
      </Resource>
    </Card>
  );
}

function Found({ view }: { view: RunReconciliationView }) {
  return (
    <>
      <Facts
        titles={texts.runReconciled.foundFacts}
        items={{
          status: <StatusBadge kind="run_reconciliation" code={view.state} />,
          transfers: texts.runReconciled.foundAtProcessor(formatCount(view.matched), formatCount(view.transfers)),
          lastComparison: view.compared_at === null ? texts.runReconciled.noneYet : <When at={view.compared_at} />,
        }}
      />
      {view.exceptions.length === 0 ? null : (
        <DataTable
          label={texts.runReconciled.openExceptionsTable}
          rows={view.exceptions}
          titles={texts.runReconciled.foundColumns}
          columns={[
            { id: 'what', to: '/finance/exceptions/$id', cell: (row) => row.sentence },
            { id: 'amount', right: true, cell: (row) => <Money minor={row.amount_minor} currency={row.currency} /> },
            {
              id: 'payouts',
              cell: (row) =>
                row.blocking ? (
                  <ToneBadge tone="bad">{texts.runReconciled.blocked}</ToneBadge>
                ) : (
                  texts.runReconciled.notBlocked
                ),
            },
            { id: 'opened', cell: (row) => <When at={row.opened_at} /> },
          ]}
        />
      )}
      {view.unmatched.length === 0 ? null : (
        <DataTable
          label={texts.runReconciled.notFoundTable}
          rows={view.unmatched}
          rowKey={(row) => row.payout_id}
          titles={texts.runReconciled.foundColumns}
          columns={[
            {
              id: 'author',
              cell: (row) => (
                <Link to="/finance/ledger/sources/$type/$id" params={{ type: 'payout', id: row.payout_id }}>
                  {row.author}
                </Link>
              ),
            },
            { id: 'amount', right: true, cell: (row) => <Money minor={row.amount_minor} currency={row.currency} /> },
            {
              id: 'transfer',
              cell: (row) =>
                row.transfer_id === null ? '–' : <Id value={row.transfer_id} what={common.transferInText} />,
            },
          ]}
        />
      )}
    </>
  );
}
