import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet, useList, useSend } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Money, When } from '../../../components/values/values.js';
import { Card, Page } from '../../../components/layout/page.js';
import { SendError, StatusBadge } from '../../../components/feedback/feedback.js';
import { runStatus } from '../../../lib/run-status.js';
import { formatCount, formatMonth } from '../../../lib/format.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/runs.js';
import { common } from '../../../text/common.js';

/** Every payout run, and the button that prepares the next one. */
export function RunsPage() {
  const runs = useList('/api/v1/finance/payout-runs', {}, { refreshMs: 10_000 });
  const rows = runs.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page title={common.payoutRuns} actions={<ExportList kind="payout_runs" query={{}} />}>
      <Prepare taken={rows.filter((run) => run.state !== 'cancelled').map((run) => run.month)} />
      <ListTable
        label={common.payoutRuns}
        list={runs}
        empty={texts.runs.empty}
        titles={texts.runs.columns}
        columns={[
          { id: 'month', to: '/finance/runs/$id', cell: (run) => formatMonth(run.month) },
          { id: 'state', cell: (run) => <StatusBadge kind="run" code={runStatus(run)} /> },
          {
            id: 'authors',
            right: true,
            cell: (run) => run.totals.map((total) => <div key={total.currency}>{formatCount(total.authors)}</div>),
          },
          {
            id: 'toPay',
            right: true,
            cell: (run) =>
              run.totals.map((total) => (
                <div key={total.currency}>
                  <Money minor={total.to_pay_minor} currency={total.currency} />
                </div>
              )),
          },
          { id: 'preparedBy', cell: (run) => run.prepared_by_name },
          {
            id: 'approvedBy',
            cell: (run) =>
              run.approvals.map((one) => one.user_name).join(', ') || <span className="dim">{common.notYet}</span>,
          },
          { id: 'executed', cell: (run) => <When at={run.executed_at} /> },
        ]}
      />
    </Page>
  );
}

/** Offers closed months that have no run yet. */
function Prepare({ taken }: { taken: readonly string[] }) {
  const navigate = useNavigate();
  const [wanted] = useUrlState('month');
  const periods = useGet('/api/v1/finance/periods', {}, { refreshMs: 15_000 });
  const closed = (periods.data?.items ?? []).filter(
    (period) => period.state === 'closed' && !taken.includes(period.month),
  );
  const [chosen, setChosen] = useState(wanted);
  const month = closed.some((period) => period.month === chosen) ? chosen : (closed[0]?.month ?? '');
  const prepare = useSend('/api/v1/finance/payout-runs', {
    onDone: (run) => void navigate({ to: '/finance/runs/$id', params: { id: run.id } }),
  });
  if (month === '') return null;
  return (
    <Card title={texts.runs.prepareTitle}>
      <p className="dim">{texts.runs.prepareExplanation}</p>
      <SendError error={prepare.error} />
      <div className="filters">
        <NativeSelect
          label={texts.runs.closedMonthLabel}
          {...controlled(month, setChosen)}
          data={closed.map((period) => ({ value: period.month, label: formatMonth(period.month) }))}
        />
        <Button loading={prepare.isPending} onClick={() => prepare.mutate({ month })}>
          {texts.runs.prepare(formatMonth(month))}
        </Button>
      </div>
    </Card>
  );
}
