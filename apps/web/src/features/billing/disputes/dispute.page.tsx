import { Button, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { DisputeDetail } from '../../../api/views.js';
import { Id } from '../../../components/values/copy.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Money } from '../../../components/values/money.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { ReversalsTable } from '../../../components/finance/reversals-table.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhoActs } from '../../../components/feedback/who-acts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { formatMoney, formatUtc, humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';

/** One dispute: its deadline, what it holds of whom, how it went, and the answer to the bank. */
export function DisputePage(): ReactNode {
  const id = useParam('id');
  const dispute = useGet('/api/v1/finance/disputes/{id}', { path: { id } }, { refreshMs: 5_000 });
  return (
    <Page
      title={dispute.data ? `Dispute of ${dispute.data.invoice_number}` : 'Dispute'}
      badges={dispute.data ? <StatusBadge kind="dispute" code={dispute.data.status} /> : null}
    >
      <Resource of={dispute} page>
        {(view) => (
          <>
            <WhoActs kind="dispute" code={view.status} />
            <Card>
              <Facts
                items={[
                  ['At the processor', <Id key="p" value={view.provider_dispute_id} />],
                  ['Amount', <Money key="a" minor={view.amount_minor} currency={view.currency} />],
                  ['Fee', <Money key="f" minor={view.fee_minor} currency={view.currency} />],
                  ['Tenant', view.tenant_name],
                  [
                    'Invoice',
                    <Link key="i" to="/finance/invoices/$id" params={{ id: view.invoice_id }}>
                      {view.invoice_number}
                    </Link>,
                  ],
                  ['Reason of the bank', humanize(view.reason)],
                  ['Opened', <When key="o" at={view.opened_at} />],
                  ['Respond by', view.answerable ? <When key="d" at={view.evidence_due_at} /> : null],
                  ['Decided', view.closed_at ? <When key="c" at={view.closed_at} /> : null],
                ]}
              />
            </Card>
            {view.answerable ? <Answer dispute={view} /> : null}
            <h2>By line</h2>
            {view.lines.length === 0 ? (
              <EmptyState>No invoice lines are affected.</EmptyState>
            ) : (
              <ReversalsTable lines={view.lines} currency={view.currency} />
            )}
            <h2>History</h2>
            <DataTable
              label="History"
              rows={view.steps}
              rowKey={(step) => String(step.version)}
              columns={[
                { id: 'at', title: 'Seen', cell: (step) => formatUtc(step.seen_at) },
                { id: 'status', title: 'Status', cell: (step) => <StatusBadge kind="dispute" code={step.status} /> },
                { id: 'phase', title: 'Booked as', cell: (step) => humanize(step.phase) },
              ]}
            />
          </>
        )}
      </Resource>
    </Page>
  );
}

const MIN_TEXT = 10;

function Answer({ dispute }: { dispute: DisputeDetail }): ReactNode {
  const toast = useToast();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const path = { id: dispute.id };
  const submit = useSend('/api/v1/finance/disputes/{id}/evidence', {
    path,
    onDone: () => toast('The response was sent to the bank.'),
  });
  const accept = useSend('/api/v1/finance/disputes/{id}/accept', { path, onDone: () => setOpen(false) });
  return (
    <Card title="Respond to the bank">
      <Textarea
        label="Evidence against the dispute"
        description="You can submit this only once. It cannot be changed afterwards."
        rows={6}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SendError error={submit.error} />
      <div className="row">
        <WhyNot reason={text.trim().length < MIN_TEXT ? `Write at least ${MIN_TEXT} characters.` : null}>
          {(described) => (
            <Button {...described} loading={submit.isPending} onClick={() => submit.mutate({ text: text.trim() })}>
              Submit response
            </Button>
          )}
        </WhyNot>
        <Button variant="default" onClick={() => setOpen(true)}>
          Accept dispute
        </Button>
      </div>
      <Dialog open={open} title="Accept this dispute" onClose={() => setOpen(false)}>
        <p>
          {formatMoney(dispute.amount_minor, dispute.currency)} stays with the customer. The authors lose the amounts
          held. This cannot be undone.
        </p>
        <SendError error={accept.error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button color="red" loading={accept.isPending} onClick={() => accept.mutate()}>
            Accept dispute
          </Button>
        </div>
      </Dialog>
    </Card>
  );
}
