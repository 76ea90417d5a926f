import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { DirectorySearch } from '../../../components/forms/directory-search.js';
import type { Found } from '../../../components/forms/directory-search.js';
import { FindVenture } from '../../../components/forms/find-one.js';
import { Card } from '../../../components/layout/page.js';
import type { Choice } from '../../../components/forms/pick-one.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { decimalToMinor } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';

const MIN_REASON = 3;

/** What one venture pays for one Drive, as it was agreed with it: proposed by one person, approved by another. */
export function ProposeAgreedPrice(): ReactNode {
  const toast = useToast();
  const [drive, setDrive] = useState<Found | null>(null);
  const [venture, setVenture] = useState<Choice | null>(null);
  const [currency, setCurrency] = useState('usd');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/commercial-changes', {
    onDone: () => {
      setDrive(null);
      setVenture(null);
      setAmount('');
      setReason('');
      toast('Proposed. Another person must approve it.');
    },
  });
  const minor = /^[a-z]{3}$/.test(currency) ? decimalToMinor(amount, currency) : null;
  const priced = minor !== null && /^[1-9]\d{0,11}$/.test(minor);
  const missing =
    drive === null
      ? 'Choose a Drive first.'
      : venture === null
        ? 'Choose the venture with which the price is agreed.'
        : !priced
          ? 'Enter the monthly amount, for example 49.00, and a three-letter currency code.'
          : reason.trim().length < MIN_REASON
            ? 'Enter a reason of at least three characters.'
            : null;
  return (
    <Card title="Propose an agreed price">
      <p className="dim">
        Applies to new installs of this Drive in this venture after approval. Existing installs keep their price.
      </p>
      <div className="filters filters-top">
        <DirectorySearch label="Drive with an agreed price" kind="drive" chosen={drive} onChoose={setDrive} />
        <FindVenture
          label="Venture"
          description="Search by venture or tenant name"
          chosen={venture}
          onChoose={setVenture}
        />
        <TextInput
          label="Agreed currency"
          value={currency}
          maxLength={3}
          onChange={(event) => setCurrency(event.currentTarget.value.trim().toLowerCase())}
        />
        <TextInput
          label="Agreed amount a month"
          inputMode="decimal"
          value={amount}
          error={amount !== '' && minor === null ? 'Write an amount such as 49.00.' : undefined}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
      </div>
      <TextInput
        label="Why this price"
        description="For the second person."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <SendError error={propose.error} />
      <div>
        <WhyNot reason={missing}>
          {(described) => (
            <Button
              loading={propose.isPending}
              onClick={() =>
                propose.mutate({
                  kind: 'agreed_price',
                  drive_id: drive?.id ?? '',
                  venture_id: venture?.id ?? '',
                  currency,
                  amount_minor: minor ?? '',
                  valid_from: new Date(serverNowMs()).toISOString(),
                  reason: reason.trim(),
                })
              }
              {...described}
            >
              Propose the agreed price
            </Button>
          )}
        </WhyNot>
      </div>
    </Card>
  );
}
