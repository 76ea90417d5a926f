import type { ReactNode } from 'react';
import { useGet, type OverdueInvoiceView } from '../../../api/hooks.js';
import { Money, Since, When } from '../../../components/values/values.js';
import { Card, NamedFacts } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert } from '../../../components/feedback/feedback.js';
import { humanize } from '../../../lib/format.js';
import { texts } from '../texts/invoicing.js';
import { common, rich } from '../../../text/common.js';
import { labels } from '../../../text/labels.js';
import { PostButton } from '../../../components/forms/post-button.js';

/** Unpaid invoices of a tenant and what happens when; nothing at all while everything is paid. */
export function TenantStatus({ tenantId, tenantName }: { tenantId: string; tenantName: string }) {
  const status = useGet(
    '/api/v1/operator/tenants/{tenantId}/account-status',
    { path: { tenantId } },
    { refreshMs: 15_000 },
  );
  return (
    <Resource of={status} what={texts.tenantStatus.names.unpaidInvoices} lines={1}>
      {(view) =>
        view.state === 'good' ? null : (
          <Card title={texts.tenantStatus.title(tenantName)}>
            {view.state === 'suspended' ? (
              <Alert tone="bad">
                {rich(texts.tenantStatus.notice, { duration: <Since at={view.suspended_at} /> })}
              </Alert>
            ) : null}
            {view.overdue.map((invoice) => (
              <Overdue key={invoice.id} invoice={invoice} suspended={view.state === 'suspended'} />
            ))}
          </Card>
        )
      }
    </Resource>
  );
}

function Overdue({ invoice, suspended }: { invoice: OverdueInvoiceView; suspended: boolean }) {
  return (
    <div className="stack">
      <NamedFacts
        items={[
          [labels.invoice, invoice.number],
          [labels.total, <Money key="t" minor={invoice.total_minor} currency={invoice.currency} />],
          [labels.paymentFailure, invoice.problem ? humanize(invoice.problem) : null],
          [texts.tenantStatus.facts.firstFailed, <When key="p" at={invoice.past_due_at} />],
          ...invoice.tries_at.map((at, i): [string, ReactNode] => [
            i === 0 ? common.next : common.then,
            <When key={at} at={at} />,
          ]),
          [
            suspended ? texts.tenantStatus.facts.pluginsSuspended : texts.tenantStatus.facts.pluginsAreSuspended,
            <When key="s" at={invoice.suspend_at} />,
          ],
        ]}
      />
      <div>
        <PostButton
          variant="filled"
          to="/api/v1/operator/invoices/{id}/pay"
          options={{
            path: { id: invoice.id },
            toast: ({ state }) =>
              state === 'paid' ? texts.tenantStatus.toastPaid : texts.tenantStatus.toastCardRefused,
          }}
          body={{}}
        >
          {texts.tenantStatus.payNow(invoice.number)}
        </PostButton>
      </div>
    </div>
  );
}
