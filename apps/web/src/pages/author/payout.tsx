import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useGet } from '../../api/hooks.js';
import { Id } from '../../components/copy.js';
import { DataTable } from '../../components/data-table.js';
import { ExportButton } from '../../components/export-button.js';
import { Figure, Money } from '../../components/money.js';
import { Card, Facts, Page } from '../../components/page.js';
import { ProofList } from '../../components/proof-list.js';
import { Resource } from '../../components/resource.js';
import { StatusBadge } from '../../components/status-badge.js';
import { formatMonth, humanize } from '../../lib/format.js';
import { useParam } from '../../lib/url-state.js';
import { earningColumns } from './earnings.js';

/** One month's statement: the bridge from opening balance to what was paid, its lines, and the proof that they add up. */
export function PayoutPage(): ReactNode {
  const id = useParam('id');
  const statement = useGet('/api/v1/author/statements/{id}', { path: { id } });
  return (
    <Page
      title={statement.data ? `Payout ${formatMonth(statement.data.month)}` : 'Payout'}
      badges={statement.data ? <StatusBadge kind="payout" code={statement.data.state} /> : null}
      actions={
        <ExportButton href={`/api/v1/author/statements/${encodeURIComponent(id)}/csv`}>Download CSV</ExportButton>
      }
    >
      <Resource of={statement} page>
        {(view) => {
          const money = (minor: string): ReactNode => <Money minor={minor} currency={view.currency} />;
          return (
            <>
              <Card title="How it adds up">
                <div className="strip">
                  <Figure label="Opening balance">{money(view.opening_minor)}</Figure>
                  <Figure label="Earned">{money(view.earned_minor)}</Figure>
                  <Figure label="Corrections">{money(view.other_minor)}</Figure>
                  <Figure label="Paid">{money(view.paid_minor)}</Figure>
                  <Figure label="Carried forward">{money(view.carried_minor)}</Figure>
                </div>
                <Facts
                  items={[
                    ['Why', view.reason_text],
                    ['Transfer', view.transfer_id ? <Id key="t" value={view.transfer_id} /> : 'Not made yet'],
                  ]}
                />
              </Card>
              <Verify id={id} />
              <DataTable
                label="Lines"
                columns={earningColumns(view.currency)}
                rows={view.lines}
                rowKey={(line) => line.line_id}
              />
            </>
          );
        }}
      </Resource>
    </Page>
  );
}

function Verify({ id }: { id: string }): ReactNode {
  const [wanted, setWanted] = useState(false);
  const proof = useGet('/api/v1/author/statements/{id}/verify', { path: { id } }, { enabled: wanted });
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
          {(view) => (
            <ProofList
              ok={view.ok}
              checks={view.checks.map((check) => ({ ...check, code: check.name, title: humanize(check.name) }))}
            />
          )}
        </Resource>
      ) : (
        <p className="dim">
          Runs the arithmetic again on the server: the lines must sum to the statement, the statement to the transfer.
        </p>
      )}
    </Card>
  );
}
