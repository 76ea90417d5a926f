import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { DirectorySearch, type Found } from '../../../components/forms/directory-search.js';
import { FindVenture } from '../../../components/forms/find-one.js';
import { Card } from '../../../components/layout/page.js';
import type { Choice } from '../../../components/forms/pick-one.js';
import { SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { decimalToMinor } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/pricing.js';
import { common } from '../../../text/common.js';

const MIN_REASON = 3;

/** The agreed price of one venture for one Drive: proposed by one person, approved by another. */
export function ProposeAgreedPrice(): ReactNode {
  const [drive, setDrive] = useState<Found | null>(null);
  const [venture, setVenture] = useState<Choice | null>(null);
  const [currency, setCurrency] = useState('usd');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/commercial-changes', {
    toast: common.toastProposed,
    onDone: () => {
      setDrive(null);
      setVenture(null);
      setAmount('');
      setReason('');
    },
  });
  const minor = /^[a-z]{3}$/.test(currency) ? decimalToMinor(amount, currency) : null;
  const priced = minor !== null && /^[1-9]\d{0,11}$/.test(minor);
  const missing =
    drive === null
      ? texts.proposeAgreedPrice.driveMissing
      : venture === null
        ? texts.proposeAgreedPrice.ventureMissing
        : !priced
          ? texts.proposeAgreedPrice.amountMissing
          : reason.trim().length < MIN_REASON
            ? common.reasonTooShort
            : null;
  return (
    <Card title={texts.proposeAgreedPrice.title}>
      <p className="dim">{texts.proposeAgreedPrice.explanation}</p>
      <div className="filters filters-top">
        <DirectorySearch
          label={texts.proposeAgreedPrice.driveAgreedPriceLabel}
          kind="drive"
          chosen={drive}
          onChoose={setDrive}
        />
        <FindVenture
          label={texts.proposeAgreedPrice.venture}
          description={texts.proposeAgreedPrice.description}
          chosen={venture}
          onChoose={setVenture}
        />
        <TextInput
          label={texts.proposeAgreedPrice.agreedCurrencyLabel}
          value={currency}
          maxLength={3}
          onChange={(event) => setCurrency(event.currentTarget.value.trim().toLowerCase())}
        />
        <TextInput
          label={texts.proposeAgreedPrice.agreedAmountMonthLabel}
          inputMode="decimal"
          {...controlled(amount, setAmount)}
          error={amount !== '' && minor === null ? texts.proposeAgreedPrice.agreedAmountMonthError : undefined}
        />
      </div>
      <TextInput
        label={texts.proposeAgreedPrice.whyThisPriceLabel}
        description={common.forTheSecondPerson}
        {...controlled(reason, setReason)}
      />
      <SendError error={propose.error} />
      <div>
        <ActionButton
          whyNot={missing}
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
        >
          {texts.proposeAgreedPrice.proposeAgreedPrice}
        </ActionButton>
      </div>
    </Card>
  );
}
