import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import { LinkButton } from '../../components/link-button.js';
import { Money } from '../../components/money.js';
import { Card, Facts, Page } from '../../components/page.js';
import { ProofList } from '../../components/proof-list.js';
import { Resource } from '../../components/resource.js';
import { StatusBadge } from '../../components/status-badge.js';
import { formatMonth } from '../../lib/format.js';
import { runStatus } from './runs.js';

/** The newest month, the newest run, whether the books balance. */
export function FinanceHome(): ReactNode {
  const periods = useGet('/api/v1/finance/periods', {}, { refreshMs: 15_000 });
  const runs = useGet('/api/v1/finance/payout-runs', {}, { refreshMs: 15_000 });
  const proof = useGet('/api/v1/finance/ledger/proof');
  const prices = useGet('/api/v1/finance/prices');
  return (
    <Page title="Finance">
      <div className="cards">
        <Card title="Months">
          <Resource of={periods} what="the months" lines={3}>
            {(list) => (
              <>
                {list.items.slice(0, 3).map((period) => (
                  <div key={period.month} className="row">
                    <span>{formatMonth(period.month)}</span>
                    <StatusBadge kind="period" code={period.state} />
                    <Money minor={period.total_minor} currency={period.currency} />
                  </div>
                ))}
                {list.items.length === 0 ? <p className="dim">No month with charges yet.</p> : null}
                <div>
                  <LinkButton to="/finance/periods">Open the months</LinkButton>
                </div>
              </>
            )}
          </Resource>
        </Card>
        <Card title="Payout runs">
          <Resource of={runs} what="the runs" lines={3}>
            {(list) => (
              <>
                {list.items.slice(0, 3).map((run) => (
                  <div key={run.id} className="row">
                    <Link to="/finance/runs/$id" params={{ id: run.id }}>
                      {formatMonth(run.month)}
                    </Link>
                    <StatusBadge kind="run" code={runStatus(run)} />
                    {run.totals.map((total) => (
                      <Money key={total.currency} minor={total.to_pay_minor} currency={total.currency} />
                    ))}
                  </div>
                ))}
                {list.items.length === 0 ? (
                  <p className="dim">No run yet. Close a month, then prepare its run.</p>
                ) : null}
                <div>
                  <LinkButton to="/finance/runs" variant="default">
                    All runs
                  </LinkButton>
                </div>
              </>
            )}
          </Resource>
        </Card>
        <Card title="Books">
          <Resource of={proof} what="the proof" lines={3}>
            {(view) => <ProofList ok={view.ok} checks={view.checks} />}
          </Resource>
        </Card>
        <Card title="Prices">
          <Resource of={prices} what="the prices" lines={3}>
            {(list) => (
              <Facts
                items={list.items.map(
                  (price) =>
                    [
                      price.label,
                      <Money key={price.id} minor={price.amount_minor} currency={price.currency} />,
                    ] as const,
                )}
              />
            )}
          </Resource>
        </Card>
      </div>
    </Page>
  );
}
