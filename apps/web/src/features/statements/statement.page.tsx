import { Link } from '@tanstack/react-router';
import { useGet } from '../../api/hooks.js';
import { Card, Facts } from '../../components/layout/page.js';
import { PayoutWay } from './payout-way.js';
import { ResourcePage } from '../../components/feedback/resource.js';
import { InclusionProof, StatementBody, StatementDownloads, Verdict, type Statement } from './statement-body.js';
import { StatusBadge } from '../../components/feedback/feedback.js';
import { formatCount, formatMonth } from '../../lib/format.js';
import { useParam } from '../../lib/url-state.js';
import { AuthorLink } from '../../components/finance/author-link.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

/** The statement of any author and the way of its payout, as the author sees both. */
export function StatementPage() {
  const id = useParam('id');
  const statement = useGet('/api/v1/finance/statements/{id}', { path: { id } });
  const proof = useGet('/api/v1/finance/statements/{id}/verify', { path: { id } });
  return (
    <ResourcePage
      of={statement}
      title={
        statement.data
          ? texts.statement.title(statement.data.author_name, formatMonth(statement.data.month))
          : common.statement
      }
      badges={statement.data ? <StatusBadge kind="statement" code={statement.data.outcome} /> : null}
      actions={
        <StatementDownloads base={`/api/v1/finance/statements/${encodeURIComponent(id)}`} view={statement.data} />
      }
    >
      {(view) => (
        <StatementBody view={view} reader="finance">
          <OnItsWay view={view} />
          <Card title={common.proof}>
            <InclusionProof view={view} />
            <Verdict of={proof} />
          </Card>
        </StatementBody>
      )}
    </ResourcePage>
  );
}

/** How far the payout has come, to the author's bank; nothing for a month in which nothing was to be paid. */
function OnItsWay({ view }: { view: Statement }) {
  const payouts = useGet(
    '/api/v1/finance/authors/{id}/payouts',
    { path: { id: view.author_id }, query: { id: view.id } },
    { refreshMs: 30_000 },
  );
  const payout = payouts.data?.items[0];
  if (payout === undefined || payout.amount_minor === '0' || payout.state === 'cancelled') return null;
  return (
    <Card title={texts.statement.onItsWayTitle}>
      <div className="row">
        <StatusBadge kind="payout" code={payout.state} />
        {payout.settled_at === null ? null : <StatusBadge kind="bank" code={payout.bank_state} />}
      </div>
      <PayoutWay payout={payout} />
      <Facts
        titles={texts.statement.facts}
        items={{
          author: <AuthorLink id={payout.org_id} name={payout.author} />,
          run: (
            <Link to="/finance/runs/$id" params={{ id: payout.run_id }} search={{ q: payout.author }}>
              {formatMonth(payout.month)}
            </Link>
          ),
          tries: formatCount(payout.attempts),
          processorMessage: payout.failure,
        }}
      />
    </Card>
  );
}
