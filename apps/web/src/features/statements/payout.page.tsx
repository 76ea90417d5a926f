import { Button } from '@mantine/core';
import { useState } from 'react';
import { useGet } from '../../api/hooks.js';
import { Card } from '../../components/layout/page.js';
import { PayoutWay } from './payout-way.js';
import { ResourcePage } from '../../components/feedback/resource.js';
import { InclusionProof, StatementBody, StatementDownloads, Verdict, type Statement } from './statement-body.js';
import { StatusBadge } from '../../components/feedback/feedback.js';
import { formatMonth } from '../../lib/format.js';
import { useParam } from '../../lib/url-state.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

/** One month's statement: the way from opening balance to payout, its lines, and the proof that they add up. */
export function PayoutPage() {
  const id = useParam('id');
  const statement = useGet('/api/v1/author/statements/{id}', { path: { id } });
  return (
    <ResourcePage
      of={statement}
      title={statement.data ? texts.payout.title(formatMonth(statement.data.month)) : texts.payout.payoutTitle}
      badges={statement.data ? <StatusBadge kind="statement" code={statement.data.outcome} /> : null}
      actions={
        <StatementDownloads base={`/api/v1/author/statements/${encodeURIComponent(id)}`} view={statement.data} />
      }
    >
      {(view) => (
        <StatementBody view={view} reader="author">
          <OnItsWay id={id} />
          <Verify id={id} view={view} />
        </StatementBody>
      )}
    </ResourcePage>
  );
}

/** How far it has come, to the bank; nothing for a month in which nothing was paid. */
function OnItsWay({ id }: { id: string }) {
  const payout = useGet('/api/v1/author/payouts', { query: { id } }, { refreshMs: 30_000 }).data?.items[0];
  if (payout === undefined) return null;
  return (
    <Card title={texts.payout.wayTitle}>
      <PayoutWay payout={payout} />
    </Card>
  );
}

function Verify({ id, view }: { id: string; view: Statement }) {
  const [wanted, setWanted] = useState(false);
  const proof = useGet('/api/v1/author/statements/{id}/verify', { path: { id } }, { enabled: wanted });
  return (
    <Card
      title={common.proof}
      actions={
        <Button
          variant="default"
          loading={proof.isFetching}
          onClick={() => (wanted ? void proof.refetch() : setWanted(true))}
        >
          {texts.payout.verifyNow}
        </Button>
      }
    >
      <InclusionProof view={view} />
      {wanted ? <Verdict of={proof} /> : null}
    </Card>
  );
}
