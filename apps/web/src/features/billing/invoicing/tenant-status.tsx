import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { Money } from '../../../components/values/money.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { Since, When } from '../../../components/values/when.js';
import { humanize } from '../../../lib/format.js';

/** Unpaid invoices of a tenant and what happens when; nothing at all while everything is paid. */
export function TenantStatus({ tenantId, tenantName }: { tenantId: string; tenantName: string }): ReactNode {
  const standing = useGet(
    '/api/v1/operator/tenants/{tenantId}/account-status',
    { path: { tenantId } },
    { refreshMs: 15_000 },
  );
  return (
    <Resource of={standing} what="unpaid invoices" lines={1}>
      {(view) =>
        view.state === 'good' ? null : (
          <Card title={`Unpaid invoices of ${tenantName}`}>
            {view.state === 'suspended' ? (
              <Alert tone="bad">
                Paid plugins are suspended <Since at={view.suspended_at} />. Nothing is deleted, and you are not charged
                for them. They resume as soon as everything below is paid.
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

function Overdue({ invoice, suspended }: { invoice: Schemas['OverdueInvoiceView']; suspended: boolean }): ReactNode {
  const toast = useToast();
  const pay = useSend('/api/v1/operator/invoices/{id}/pay', {
    path: { id: invoice.id },
    onDone: (made) => toast(made.state === 'paid' ? 'Paid.' : 'The card was refused.'),
  });
  return (
    <div className="stack">
      <Facts
        items={[
          ['Invoice', invoice.number],
          ['Total', <Money key="t" minor={invoice.total_minor} currency={invoice.currency} />],
          ['Payment failure', invoice.problem ? humanize(invoice.problem) : null],
          ['First failed', <When key="p" at={invoice.past_due_at} />],
          ...invoice.tries_at.map((at, i): [string, ReactNode] => [
            i === 0 ? 'Next attempt' : 'Then',
            <When key={at} at={at} />,
          ]),
          [suspended ? 'Plugins suspended' : 'Plugins are suspended', <When key="s" at={invoice.suspend_at} />],
        ]}
      />
      <SendError error={pay.error} />
      <div>
        <Button loading={pay.isPending} onClick={() => pay.mutate({})}>
          Pay {invoice.number} now
        </Button>
      </div>
    </div>
  );
}
