import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import { useLive } from '../../api/live.js';
import type { RunDetail } from '../../api/views.js';
import { Id } from '../../components/copy.js';
import { DataTable } from '../../components/data-table.js';
import { Figure, Money } from '../../components/money.js';
import { Card, Facts, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { RunProgress } from '../../components/run-progress.js';
import { LiveMark, StatusLine } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { Steps } from '../../components/timeline.js';
import type { Step } from '../../components/timeline.js';
import { WhoActs } from '../../components/who-acts.js';
import { formatCount, formatMonth } from '../../lib/format.js';
import { useParam } from '../../lib/url-state.js';
import { RunActions } from './run-actions.js';

const RUN = '/api/v1/finance/payout-runs/{id}';
const moving = new Set(['computing', 'executing']);
const order = ['computing', 'computed', 'approved', 'executing', 'settled'];
const titles = ['Compute', 'Approval', 'Execute', 'Paying', 'Done'];

function steps(state: string): Step[] {
  const at = state === 'partially_failed' ? 3 : Math.max(order.indexOf(state), 0);
  return titles.map((title, i) => ({ id: title, title, state: i < at ? 'done' : i === at ? 'now' : 'next' }));
}

/** One run: the frozen amounts, approval by a second person on their hash, execution with live progress. */
export function RunPage(): ReactNode {
  const id = useParam('id');
  const client = useQueryClient();
  const run = useGet<RunDetail>(RUN, { path: { id } }, { refreshMs: 10_000 });
  const state = run.data?.state;
  const live = useLive(`/api/v1/finance/payout-runs/${encodeURIComponent(id)}/live`, {
    types: ['state', 'payout', 'progress'],
    enabled: state !== undefined && moving.has(state),
    onTick: () => void client.invalidateQueries({ queryKey: [RUN] }),
  });
  return (
    <Page
      title={run.data ? `Payout run ${formatMonth(run.data.month)}` : 'Payout run'}
      badges={run.data ? <StatusBadge kind="run" code={run.data.paused ? 'paused' : run.data.state} /> : null}
      actions={run.data ? <RunActions run={run.data} /> : null}
    >
      <Resource of={run} page>
        {(view) => (
          <>
            <WhoActs kind="run" code={view.paused ? 'paused' : view.state} note={<LiveMark live={live} />} />
            <Steps steps={steps(view.state)} />
            <Totals run={view} />
            <Progress run={view} />
            <Payouts run={view} />
          </>
        )}
      </Resource>
    </Page>
  );
}

function Totals({ run }: { run: RunDetail }): ReactNode {
  return (
    <Card>
      <div className="strip">
        <Figure label="Authors">{formatCount(run.authors)}</Figure>
        <Figure label="Gross">
          <Money minor={run.gross_minor} currency={run.currency} />
        </Figure>
        <Figure label="Platform">
          <Money minor={run.platform_minor} currency={run.currency} />
        </Figure>
        <Figure label="To pay">
          <Money minor={run.total_minor} currency={run.currency} />
        </Figure>
        <Figure label="Held">
          <Money minor={run.held_minor} currency={run.currency} />
        </Figure>
        <Figure label="Carried">
          <Money minor={run.carried_minor} currency={run.currency} />
        </Figure>
      </div>
      <Facts
        items={[
          ['Prepared by', run.prepared_by],
          ['Approved by', run.approved_by ?? 'nobody yet'],
          ['Hash of the amounts', run.input_hash ? <Id key="h" value={run.input_hash} what="hash" /> : null],
        ]}
      />
    </Card>
  );
}

const ended = new Set(['settled', 'paid', 'carried', 'cancelled']);

function Progress({ run }: { run: RunDetail }): ReactNode {
  if (!['executing', 'settled', 'partially_failed'].includes(run.state)) return null;
  const failed = run.payouts.filter((payout) => payout.state === 'failed').length;
  const done = run.payouts.filter((payout) => ended.has(payout.state)).length;
  return (
    <Card title="Progress">
      <RunProgress
        total={run.payouts.length}
        done={done}
        failed={failed}
        waiting={run.payouts.length - done - failed}
        what="payouts"
      />
      <StatusLine>{`${done} of ${run.payouts.length} payouts done${failed > 0 ? `, ${failed} failed` : ''}.`}</StatusLine>
    </Card>
  );
}

function Payouts({ run }: { run: RunDetail }): ReactNode {
  return (
    <DataTable
      label="Payouts"
      rows={run.payouts}
      rowKey={(payout) => payout.id}
      columns={[
        { id: 'author', title: 'Author', cell: (payout) => payout.org_name },
        {
          id: 'amount',
          title: 'To pay',
          right: true,
          cell: (payout) => <Money minor={payout.amount_minor} currency={payout.currency} />,
        },
        { id: 'state', title: 'Status', cell: (payout) => <StatusBadge kind="payout" code={payout.state} /> },
        { id: 'why', title: 'Why', wrap: true, cell: (payout) => payout.reason ?? '' },
        {
          id: 'transfer',
          title: 'Transfer',
          cell: (payout) => (payout.transfer_id ? <Id value={payout.transfer_id} what="transfer" /> : ''),
        },
      ]}
    />
  );
}
