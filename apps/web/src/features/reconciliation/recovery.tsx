import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import { meQuery } from '../../api/session.js';
import type { Schemas } from '../../api/types.js';
import type { ExceptionView } from '../../api/views.js';
import { Dialog } from '../../components/layout/dialog.js';
import { Money } from '../../components/values/money.js';
import { Card, Facts } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { SendError } from '../../components/feedback/states.js';
import { StatusBadge } from '../../components/feedback/status-badge.js';
import { useToast } from '../../components/feedback/toasts.js';
import { When } from '../../components/values/when.js';
import { WhyNot } from '../../components/feedback/why-not.js';

const WAYS = [
  { value: 'written_off', label: 'A loss of the platform' },
  { value: 'paid_otherwise', label: 'Paid in another way' },
] as const;
/** Characters of a reason or of evidence, at least. */
const MIN_TEXT = 3;
type Way = (typeof WAYS)[number]['value'];

const wayOf = (how: string): string => WAYS.find(({ value }) => value === how)?.label ?? how;

/** How the balance that an author owes us is settled: proposed by one person, approved by another. */
export function RecoveryCard({ item }: { item: ExceptionView }): ReactNode {
  const orgId = item.facts.find(({ name }) => name === 'org_id')?.value ?? '';
  const recoveries = useGet(
    '/api/v1/finance/recoveries',
    { query: { org_id: orgId, currency: item.currency } },
    { refreshMs: 10_000 },
  );
  const [open, setOpen] = useState(false);
  return (
    <Card title="Settlement">
      <Resource of={recoveries} what="the settlement">
        {({ items }) => (
          <>
            {items.map((one) => (
              <Recovery key={one.id} of={one} />
            ))}
            {item.state !== 'closed' && !items.some(({ state }) => state === 'proposed') ? (
              <Button onClick={() => setOpen(true)}>Settle this balance</Button>
            ) : null}
            {open ? <ProposeDialog item={item} orgId={orgId} onClose={() => setOpen(false)} /> : null}
          </>
        )}
      </Resource>
    </Card>
  );
}

function Recovery({ of }: { of: Schemas['RecoveryView'] }): ReactNode {
  const me = useQuery(meQuery).data;
  const toast = useToast();
  const path = { id: of.id };
  const approve = useSend('/api/v1/finance/recoveries/{id}/approve', {
    path,
    onDone: () => toast('Settled and posted.'),
  });
  const reject = useSend('/api/v1/finance/recoveries/{id}/reject', { path, onDone: () => toast('Declined.') });
  const own = me?.user.id === of.proposed_by_id;
  return (
    <>
      <Facts
        items={[
          ['Amount', <Money key="a" minor={of.amount_minor} currency={of.currency} />],
          ['How', wayOf(of.how)],
          ['Reason', of.reason],
          ['Evidence', of.evidence],
          ['Proposed by', of.proposed_by],
          ['Proposed', <When key="p" at={of.proposed_at} />],
          ['Decided by', of.decided_by],
          ['Status', <StatusBadge key="s" kind="decision" code={of.state} />],
        ]}
      />
      {of.state === 'proposed' ? (
        <div className="row">
          {own ? (
            <span className="small dim">You proposed this. Another person must approve it.</span>
          ) : (
            <Button loading={approve.isPending} onClick={() => approve.mutate({})}>
              Approve settlement
            </Button>
          )}
          <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate({})}>
            {own ? 'Withdraw' : 'Decline'}
          </Button>
        </div>
      ) : null}
      <SendError error={approve.error ?? reject.error} />
    </>
  );
}

function ProposeDialog({
  item,
  orgId,
  onClose,
}: {
  item: ExceptionView;
  orgId: string;
  onClose: () => void;
}): ReactNode {
  const toast = useToast();
  const [how, setHow] = useState<Way>('written_off');
  const [evidence, setEvidence] = useState('');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/recoveries', {
    onDone: () => {
      toast('Proposed. Another person must approve it.');
      onClose();
    },
  });
  const proven = how === 'written_off' || evidence.trim().length >= MIN_TEXT;
  return (
    <Dialog open title="Settle this balance" onClose={onClose}>
      <p>The full amount owed is settled once another person approves it. It appears on the author’s next statement.</p>
      <SendError error={propose.error} />
      <NativeSelect
        label="How"
        value={how}
        onChange={(event) => setHow(event.currentTarget.value as Way)}
        data={[...WAYS]}
      />
      <TextInput
        label="Evidence"
        description="A bank reference or a letter, for example."
        required={how === 'paid_otherwise'}
        maxLength={200}
        value={evidence}
        onChange={(event) => setEvidence(event.currentTarget.value)}
      />
      <Textarea
        label="Reason"
        description="For the second person."
        rows={4}
        required
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <WhyNot
          reason={
            !proven
              ? 'Enter the evidence of the payment.'
              : reason.trim().length < MIN_TEXT
                ? 'Enter a reason for the second person.'
                : null
          }
        >
          {(described) => (
            <Button
              loading={propose.isPending}
              {...described}
              onClick={() =>
                propose.mutate({
                  org_id: orgId,
                  currency: item.currency,
                  how,
                  reason: reason.trim(),
                  ...(evidence.trim().length >= MIN_TEXT ? { evidence: evidence.trim() } : {}),
                })
              }
            >
              Propose
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}
