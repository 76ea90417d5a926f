import { Link } from '@tanstack/react-router';
import { useGet } from '../../../api/hooks.js';
import { Id, Money, When } from '../../../components/values/values.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { EmptyState, StatusBadge, WhoActs } from '../../../components/feedback/feedback.js';
import { ReversalsTable } from '../../../components/finance/reversals-table.js';
import { humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { texts } from '../texts/refunds.js';
import { common } from '../../../text/common.js';

/** One refund: its status, and the amounts taken from each line. */
export function RefundPage() {
  const id = useParam('id');
  const refund = useGet('/api/v1/finance/refunds/{id}', { path: { id } }, { refreshMs: 5_000 });
  return (
    <ResourcePage
      of={refund}
      title={texts.refund.title}
      badges={refund.data ? <StatusBadge kind="refund" code={refund.data.state} /> : null}
    >
      {(view) => (
        <>
          <WhoActs kind="refund" code={view.state} />
          <Card>
            <Facts
              titles={texts.refund.facts}
              items={{
                id: <Id value={view.id} />,
                amount: <Money minor={view.amount_minor} currency={view.currency} />,
                tenant: view.tenant_name,
                invoice: (
                  <Link to="/finance/invoices/$id" params={{ id: view.invoice_id }}>
                    {view.invoice_number}
                  </Link>
                ),
                requestedBy: view.requested_by_name,
                requested: <When at={view.created_at} />,
                reason: humanize(view.reason),
                inWords: view.note,
                problem: view.problem,
                atTheProcessor: view.provider_refund_id ? <Id value={view.provider_refund_id} /> : null,
                creditNote: view.credit_note_number,
                notAssignedToLine:
                  view.suspense_minor && view.suspense_minor !== '0' ? (
                    <Money minor={view.suspense_minor} currency={view.currency} />
                  ) : null,
              }}
            />
          </Card>
          <h2>{common.byLine}</h2>
          {view.lines.length === 0 ? (
            <EmptyState>{texts.refund.empty}</EmptyState>
          ) : (
            <ReversalsTable lines={view.lines} currency={view.currency} />
          )}
        </>
      )}
    </ResourcePage>
  );
}
