import { NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { DirectorySearch, type Found } from '../../../components/forms/directory-search.js';
import { Card } from '../../../components/layout/page.js';
import { SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { optionsOf } from '../../../lib/options.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/pricing.js';
import { common } from '../../../text/common.js';

type Model = keyof typeof texts.proposeTerms.models;
const MIN_REASON = 3;

/** Who bills the tenants of one Drive, or which of its plans we sell: proposed by one person, approved by another. */
export function ProposeTerms(): ReactNode {
  const [drive, setDrive] = useState<Found | null>(null);
  const [what, setWhat] = useState<'model' | 'plan'>('model');
  const [model, setModel] = useState<Model>('platform');
  const [plan, setPlan] = useState('');
  const [currency, setCurrency] = useState('usd');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/commercial-changes', {
    toast: common.toastProposed,
    onDone: () => {
      setDrive(null);
      setReason('');
    },
  });
  const byAuthor = what === 'model' && model === 'author_billing';
  const terms =
    what === 'plan'
      ? ({ kind: 'host_plan', plan: plan.trim() } as const)
      : ({ kind: 'billing_model', model, ...(byAuthor ? { currency } : {}) } as const);
  const complete = what === 'plan' ? plan.trim() !== '' : !byAuthor || /^[a-z]{3}$/.test(currency);
  const missing =
    drive === null
      ? texts.proposeTerms.driveMissing
      : !complete
        ? what === 'plan'
          ? texts.proposeTerms.planMissing
          : texts.proposeTerms.currencyMissing
        : reason.trim().length < MIN_REASON
          ? common.reasonTooShort
          : null;
  return (
    <Card title={texts.proposeTerms.title}>
      <p className="dim">
        {what === 'plan'
          ? texts.proposeTerms.planEffect
          : byAuthor
            ? texts.proposeTerms.authorBillsEffect
            : texts.proposeTerms.weBillEffect}
      </p>
      <div className="filters filters-top">
        <DirectorySearch label={common.driveLabel} kind="drive" chosen={drive} onChoose={setDrive} />
        <NativeSelect
          label={texts.proposeTerms.whatLabel}
          {...controlled(what, setWhat)}
          data={optionsOf(texts.proposeTerms.options)}
        />
        {what === 'plan' ? (
          <TextInput
            label={texts.proposeTerms.planLabel}
            description={texts.proposeTerms.planHelp}
            {...controlled(plan, setPlan)}
          />
        ) : (
          <NativeSelect
            label={texts.proposeTerms.billedByLabel}
            {...controlled(model, setModel)}
            data={optionsOf(texts.proposeTerms.models)}
          />
        )}
        {byAuthor ? (
          <TextInput
            label={texts.proposeTerms.currencyFeeLabel}
            value={currency}
            onChange={(event) => setCurrency(event.currentTarget.value.trim().toLowerCase())}
          />
        ) : null}
      </div>
      <TextInput label={common.whyLabel} description={common.forTheSecondPerson} {...controlled(reason, setReason)} />
      <SendError
        error={propose.error}
        rest={propose.error?.details.map((detail) => `${detail.pointer}: ${detail.message}`).join(' ')}
      />
      <div>
        <ActionButton
          whyNot={missing}
          loading={propose.isPending}
          onClick={() =>
            propose.mutate({
              ...terms,
              drive_id: drive?.id ?? '',
              valid_from: new Date(serverNowMs()).toISOString(),
              reason: reason.trim(),
            })
          }
        >
          {what === 'plan' ? texts.proposeTerms.proposeThePlan : texts.proposeTerms.proposeWhoBills}
        </ActionButton>
      </div>
    </Card>
  );
}
