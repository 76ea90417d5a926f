import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { DirectorySearch } from '../../../components/forms/directory-search.js';
import type { Found } from '../../../components/forms/directory-search.js';
import { Card } from '../../../components/layout/page.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { serverNowMs } from '../../../lib/server-time.js';

const MODELS = [
  { value: 'platform', label: 'Us, for its author' },
  { value: 'author_billing', label: 'Its author, who pays us the listing fee' },
  { value: 'first_party', label: 'Us, as first party' },
] as const;
type Model = (typeof MODELS)[number]['value'];
const MIN_REASON = 3;

/** Who bills the tenants of one Drive, or which of its plans we sell: proposed by one person, approved by another. */
export function ProposeTerms(): ReactNode {
  const toast = useToast();
  const [drive, setDrive] = useState<Found | null>(null);
  const [what, setWhat] = useState<'model' | 'plan'>('model');
  const [model, setModel] = useState<Model>('platform');
  const [plan, setPlan] = useState('');
  const [currency, setCurrency] = useState('usd');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/commercial-changes', {
    onDone: () => {
      setDrive(null);
      setReason('');
      toast('Proposed. Another person must approve it.');
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
      ? 'Choose a Drive first.'
      : !complete
        ? what === 'plan'
          ? 'Name the plan.'
          : 'Give the currency of the fee in three letters.'
        : reason.trim().length < MIN_REASON
          ? 'Enter a reason of at least three characters.'
          : null;
  return (
    <Card title="Propose terms of a Drive">
      <p className="dim">
        {what === 'plan'
          ? 'We sell one of a Drive’s monthly plans. New installs pay its price. Existing installs keep theirs.'
          : byAuthor
            ? 'After approval, its installs no longer appear on our invoices. The author bills customers directly and pays the listing fee of the policy each month. Without a fee in that currency it cannot go live.'
            : 'After approval, its installs appear on our monthly invoices at the price of its tier or plan.'}
      </p>
      <div className="filters filters-top">
        <DirectorySearch label="Drive" kind="drive" chosen={drive} onChoose={setDrive} />
        <NativeSelect
          label="What"
          value={what}
          data={[
            { value: 'model', label: 'Who bills' },
            { value: 'plan', label: 'Which plan we sell' },
          ]}
          onChange={(event) => setWhat(event.currentTarget.value as 'model' | 'plan')}
        />
        {what === 'plan' ? (
          <TextInput
            label="Plan"
            description="As its manifest names it"
            value={plan}
            onChange={(event) => setPlan(event.currentTarget.value)}
          />
        ) : (
          <NativeSelect
            label="Billed by"
            value={model}
            data={[...MODELS]}
            onChange={(event) => setModel(event.currentTarget.value as Model)}
          />
        )}
        {byAuthor ? (
          <TextInput
            label="Currency of the fee"
            value={currency}
            onChange={(event) => setCurrency(event.currentTarget.value.trim().toLowerCase())}
          />
        ) : null}
      </div>
      <TextInput
        label="Why"
        description="For the second person."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <SendError
        error={propose.error}
        rest={propose.error?.details.map((detail) => `${detail.pointer}: ${detail.message}`).join(' ')}
      />
      <div>
        <WhyNot reason={missing}>
          {(described) => (
            <Button
              {...described}
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
              {what === 'plan' ? 'Propose the plan' : 'Propose who bills'}
            </Button>
          )}
        </WhyNot>
      </div>
    </Card>
  );
}
