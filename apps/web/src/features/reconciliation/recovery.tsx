import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { ExceptionView, RecoveryView } from '../../api/schema.js';
import { Money, When } from '../../components/values/values.js';
import { Card, Facts } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { StatusBadge } from '../../components/feedback/feedback.js';
import { texts } from './texts.js';
import { controlled } from '../../lib/use-form.js';
import { SendDialog } from '../../components/forms/send-dialog.js';
import { common } from '../../text/common.js';
import { SecondPerson } from '../../components/forms/second-person.js';

const WAYS = [
  { value: 'written_off', label: texts.recovery.ways.writtenOff },
  { value: 'paid_otherwise', label: texts.recovery.ways.paidOtherwise },
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
    <Card title={texts.recovery.cardTitle}>
      <Resource of={recoveries} what={texts.recovery.names.settlement}>
        {({ items }) => (
          <>
            {items.map((one) => (
              <Recovery key={one.id} of={one} />
            ))}
            {item.state !== 'closed' && !items.some(({ state }) => state === 'proposed') ? (
              <Button onClick={() => setOpen(true)}>{common.settleThisBalance}</Button>
            ) : null}
            {open ? <ProposeDialog item={item} orgId={orgId} onClose={() => setOpen(false)} /> : null}
          </>
        )}
      </Resource>
    </Card>
  );
}

function Recovery({ of }: { of: RecoveryView }): ReactNode {
  return (
    <>
      <Facts
        titles={texts.recovery.facts}
        items={{
          amount: <Money minor={of.amount_minor} currency={of.currency} />,
          how: wayOf(of.how),
          reason: of.reason,
          evidence: of.evidence,
          proposedBy: of.proposed_by,
          proposed: <When at={of.proposed_at} />,
          decidedBy: of.decided_by,
          status: <StatusBadge kind="decision" code={of.state} />,
        }}
      />
      {of.state === 'proposed' ? (
        <SecondPerson
          of="recoveries"
          proposal={of}
          approve={texts.recovery.approveSettlement}
          toast={texts.recovery.toastSettledPosted}
          own={<span className="small dim">{texts.recovery.proposedByYou}</span>}
        />
      ) : null}
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
  const [how, setHow] = useState<Way>('written_off');
  const [evidence, setEvidence] = useState('');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/recoveries', {
    toast: common.toastProposed,
    onDone: onClose,
  });
  const proven = how === 'written_off' || evidence.trim().length >= MIN_TEXT;
  return (
    <SendDialog
      title={common.settleThisBalance}
      send={propose}
      confirm={common.propose}
      whyNot={
        !proven
          ? texts.recovery.whyNot.evidenceMissing
          : reason.trim().length < MIN_TEXT
            ? common.enterAReasonForTheSecondPerson
            : null
      }
      onClose={onClose}
      onConfirm={() =>
        propose.mutate({
          org_id: orgId,
          currency: item.currency,
          how,
          reason: reason.trim(),
          ...(evidence.trim().length >= MIN_TEXT ? { evidence: evidence.trim() } : {}),
        })
      }
    >
      <p>{texts.recovery.proposeDialogExplanation}</p>
      <NativeSelect label={common.how} {...controlled(how, setHow)} data={[...WAYS]} />
      <TextInput
        label={common.evidence}
        description={texts.recovery.evidenceHelp}
        required={how === 'paid_otherwise'}
        maxLength={200}
        {...controlled(evidence, setEvidence)}
      />
      <Textarea
        label={common.reason}
        description={common.forTheSecondPerson}
        rows={4}
        required
        {...controlled(reason, setReason)}
      />
    </SendDialog>
  );
}
