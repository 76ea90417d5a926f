import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DirectorySearch, type Found } from '../../../components/forms/directory-search.js';
import { optionsOf } from '../../../lib/options.js';
import { controlled } from '../../../lib/use-form.js';
import { texts as areaTexts } from '../texts/pricing.js';
import { isCurrency, Proposal } from './proposal.js';
import { common } from '../../../text/common.js';

const texts = areaTexts.proposeTerms;
type Model = keyof typeof texts.models;

/** Who bills the tenants of one Drive, or which of its plans we sell. */
export function ProposeTerms() {
  const [drive, setDrive] = useState<Found | null>(null);
  const [what, setWhat] = useState<'model' | 'plan'>('model');
  const [model, setModel] = useState<Model>('platform');
  const [plan, setPlan] = useState('');
  const [currency, setCurrency] = useState('usd');
  const byAuthor = what === 'model' && model === 'author_billing';
  const terms =
    what === 'plan'
      ? ({ kind: 'host_plan', plan: plan.trim() } as const)
      : ({ kind: 'billing_model', model, ...(byAuthor ? { currency } : {}) } as const);
  const incomplete =
    what === 'plan'
      ? plan.trim() === ''
        ? texts.planMissing
        : null
      : byAuthor && !isCurrency(currency)
        ? texts.currencyMissing
        : null;
  return (
    <Proposal
      title={texts.title}
      explanation={what === 'plan' ? texts.planEffect : byAuthor ? texts.authorBillsEffect : texts.weBillEffect}
      missing={drive === null ? common.chooseADriveFirst : incomplete}
      reasonLabel={common.whyLabel}
      confirm={what === 'plan' ? texts.proposeThePlan : texts.proposeWhoBills}
      change={{ ...terms, drive_id: drive?.id ?? '' }}
      onDone={() => setDrive(null)}
    >
      <DirectorySearch label={common.drive} kind="drive" chosen={drive} onChoose={setDrive} />
      <NativeSelect label={common.what} {...controlled(what, setWhat)} data={optionsOf(texts.options)} />
      {what === 'plan' ? (
        <TextInput label={texts.planLabel} description={texts.planHelp} {...controlled(plan, setPlan)} />
      ) : (
        <NativeSelect label={texts.billedByLabel} {...controlled(model, setModel)} data={optionsOf(texts.models)} />
      )}
      {byAuthor ? (
        <TextInput
          label={texts.currencyFeeLabel}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value.trim().toLowerCase())}
        />
      ) : null}
    </Proposal>
  );
}
