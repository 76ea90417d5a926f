import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend, type ExceptionView } from '../../api/hooks.js';
import { ApprovalList } from '../../components/review/approval-list.js';
import { DialogButton } from '../../components/layout/dialog-button.js';
import { Card } from '../../components/layout/page.js';
import { texts } from './texts.js';
import { optionsOf } from '../../lib/options.js';
import { controlled } from '../../lib/use-form.js';
import { SendDialog } from '../../components/forms/send-dialog.js';
import { common } from '../../text/common.js';
import { saysTooLittle } from '../../components/forms/min-reason.js';

/** Characters of evidence, at least. */
const MIN_EVIDENCE = 3;
type Way = keyof typeof texts.recovery.ways;

/** How the balance that an author owes us is settled: proposed by one person, approved by another. */
export function RecoveryCard({ item }: { item: ExceptionView }) {
  const orgId = item.facts.find(({ name }) => name === 'org_id')?.value ?? '';
  return (
    <Card
      title={texts.recovery.cardTitle}
      actions={
        item.state === 'closed' ? null : (
          <DialogButton variant="filled" dialog={<ProposeDialog item={item} orgId={orgId} />}>
            {common.settleThisBalance}
          </DialogButton>
        )
      }
    >
      <ApprovalList
        kind="recovery"
        organization_id={orgId}
        label={texts.recovery.cardTitle}
        empty={texts.recovery.empty}
      />
    </Card>
  );
}

function ProposeDialog({ item, orgId }: { item: ExceptionView; orgId: string }) {
  const [how, setHow] = useState<Way>('written_off');
  const [evidence, setEvidence] = useState('');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/recoveries', { toast: common.toastProposed });
  const proven = how === 'written_off' || evidence.trim().length >= MIN_EVIDENCE;
  return (
    <SendDialog
      title={common.settleThisBalance}
      send={propose}
      confirm={common.propose}
      whyNot={
        !proven
          ? texts.recovery.whyNot.evidenceMissing
          : saysTooLittle(reason)
            ? common.enterAReasonForTheSecondPerson
            : null
      }
      onConfirm={() =>
        propose.mutate({
          org_id: orgId,
          currency: item.currency,
          how,
          reason: reason.trim(),
          ...(evidence.trim().length >= MIN_EVIDENCE ? { evidence: evidence.trim() } : {}),
        })
      }
    >
      <p>{texts.recovery.proposeDialogExplanation}</p>
      <NativeSelect label={common.how} {...controlled(how, setHow)} data={optionsOf(texts.recovery.ways)} />
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
