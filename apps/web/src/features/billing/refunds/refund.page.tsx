import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import { Id } from '../../../components/values/copy.js';
import { Money } from '../../../components/values/money.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { ReversalsTable } from '../../../components/finance/reversals-table.js';
import { When } from '../../../components/values/when.js';
import { WhoActs } from '../../../components/feedback/who-acts.js';
import { humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { texts } from '../texts/refunds.js';

/** One refund: its status, and what it took from which line. */
export function RefundPage(): ReactNode {
  const id = useParam('id');
  const refund = useGet('/api/v1/finance/refunds/{id}', { path: { id } }, { refreshMs: 5_000 });
  return (
    <Page
      title={texts.refund.title}
      badges={refund.data ? <StatusBadge kind="refund" code={refund.data.state} /> : null}
    >
      <Resource of={refund} page>
        {(view) => (
          <>
            <WhoActs kind="refund" code={view.state} />
            <Card>
              <Facts
                items={[
                  [texts.refund.facts.id, <Id key="id" value={view.id} />],
                  [texts.refund.facts.amount, <Money key="a" minor={view.amount_minor} currency={view.currency} />],
                  [texts.refund.facts.tenant, view.tenant_name],
                  [
                    texts.refund.facts.invoice,
                    <Link key="i" to="/finance/invoices/$id" params={{ id: view.invoice_id }}>
                      {view.invoice_number}
                    </Link>,
                  ],
                  [texts.refund.facts.requestedBy, view.requested_by_name],
                  [texts.refund.facts.requested, <When key="c" at={view.created_at} />],
                  [texts.refund.facts.reason, humanize(view.reason)],
                  [texts.refund.facts.inWords, view.note],
                  [texts.refund.facts.problem, view.problem],
                  [
                    texts.refund.facts.atTheProcessor,
                    view.provider_refund_id ? <Id key="p" value={view.provider_refund_id} /> : null,
                  ],
                  [texts.refund.facts.creditNote, view.credit_note_number],
                  [
                    texts.refund.facts.notAssignedToLine,
                    view.suspense_minor && view.suspense_minor !== '0' ? (
                      <Money key="s" minor={view.suspense_minor} currency={view.currency} />
                    ) : null,
                  ],
                ]}
              />
            </Card>
            <h2>{texts.refund.heading}</h2>
            {view.lines.length === 0 ? (
              <EmptyState>{texts.refund.empty}</EmptyState>
            ) : (
              <ReversalsTable lines={view.lines} currency={view.currency} />
            )}
          </>
        )}
      </Resource>
    </Page>
  );
}
