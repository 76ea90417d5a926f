import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useGet } from '../../api/hooks.js';
import type { StatementDetail, VerifyView } from '../../api/views.js';
import { Id } from '../../components/copy.js';
import { DataTable } from '../../components/data-table.js';
import { ExportButton } from '../../components/export-button.js';
import { Figure, Money } from '../../components/money.js';
import { Card, Facts, Page } from '../../components/page.js';
import { ProofList } from '../../components/proof-list.js';
import { Resource } from '../../components/resource.js';
import { StatusBadge } from '../../components/status-badge.js';
import { formatMonth } from '../../lib/format.js';
import { useParam } from '../../lib/url-state.js';
import { earningColumns } from './earnings.js';

/** One month's statement: the bridge from opening balance to what was paid, its lines, and the proof that they add up. */
export function PayoutPage(): ReactNode {
  const id = useParam('id');
  const statement = useGet<StatementDetail>('/api/v1/author/statements/{id}', { path: { id } });
  return (
    <Page
      title={statement.data ? `Payout ${formatMonth(statement.data.month)}` : 'Payout'}
      badges={statement.data ? <StatusBadge kind="payout" code={statement.data.state} /> : null}
      actions={
        <ExportButton href={`/api/v1/author/statements/${encodeURIComponent(id)}/csv`}>Download CSV</ExportButton>
      }
    >
      <Resource of={statement} page>
        {(view) => (
          <>
            <Card title="How it adds up">
              <div className="strip">
                <Figure label="Opening balance">
                  <Money minor={view.opening_minor} currency={view.currency} />
                </Figure>
                <Figure label="Earned">
                  <Money minor={view.earned_minor} currency={view.currency} />
                </Figure>
                <Figure label="Paid">
                  <Money minor={view.paid_minor} currency={view.currency} />
                </Figure>
                <Figure label="Carried forward">
                  <Money minor={view.carried_minor} currency={view.currency} />
                </Figure>
              </div>
              <Facts
                items={[['Transfer', view.transfer_id ? <Id key="t" value={view.transfer_id} /> : 'Not made yet']]}
              />
            </Card>
            <Verify id={id} />
            <DataTable label="Lines" columns={earningColumns} rows={view.lines} rowKey={(row) => row.id} />
          </>
        )}
      </Resource>
    </Page>
  );
}

function Verify({ id }: { id: string }): ReactNode {
  const [wanted, setWanted] = useState(false);
  const proof = useGet<VerifyView>('/api/v1/author/statements/{id}/verify', { path: { id } }, { enabled: wanted });
  return (
    <Card
      title="Proof"
      actions={
        <Button
          variant="default"
          loading={proof.isFetching}
          onClick={() => (wanted ? void proof.refetch() : setWanted(true))}
        >
          Verify now
        </Button>
      }
    >
      {wanted ? (
        <Resource of={proof} what="the proof">
          {(view) => <ProofList ok={view.ok} checks={view.checks} />}
        </Resource>
      ) : (
        <p className="dim">
          Runs the arithmetic again on the server: the lines must sum to the statement, the statement to the transfer.
        </p>
      )}
    </Card>
  );
}
