import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { DirectorySearch, type Found } from '../../../components/forms/directory-search.js';
import { FindVenture } from '../../../components/forms/find-one.js';
import type { Choice } from '../../../components/forms/pick-one.js';
import { controlled } from '../../../lib/use-form.js';
import { texts as areaTexts } from '../texts/pricing.js';
import { common } from '../../../text/common.js';
import { priceOf, Proposal } from './proposal.js';

const texts = areaTexts.proposeAgreedPrice;

/** The agreed price of one venture for one Drive. */
export function ProposeAgreedPrice() {
  const [drive, setDrive] = useState<Found | null>(null);
  const [venture, setVenture] = useState<Choice | null>(null);
  const [currency, setCurrency] = useState('usd');
  const [amount, setAmount] = useState('');
  const minor = priceOf(amount, currency);
  return (
    <Proposal
      title={texts.title}
      explanation={texts.explanation}
      missing={
        drive === null
          ? common.chooseADriveFirst
          : venture === null
            ? texts.ventureMissing
            : minor === null
              ? areaTexts.prices.amountMissing
              : null
      }
      reasonLabel={texts.whyThisPriceLabel}
      confirm={texts.proposeAgreedPrice}
      change={{
        kind: 'agreed_price',
        drive_id: drive?.id ?? '',
        venture_id: venture?.id ?? '',
        currency,
        amount_minor: minor ?? '',
      }}
      onDone={() => {
        setDrive(null);
        setVenture(null);
        setAmount('');
      }}
    >
      <DirectorySearch label={texts.driveAgreedPriceLabel} kind="drive" chosen={drive} onChoose={setDrive} />
      <FindVenture label={common.venture} description={texts.description} chosen={venture} onChoose={setVenture} />
      <TextInput
        label={texts.agreedCurrencyLabel}
        value={currency}
        maxLength={3}
        onChange={(event) => setCurrency(event.currentTarget.value.trim().toLowerCase())}
      />
      <TextInput
        label={texts.agreedAmountMonthLabel}
        inputMode="decimal"
        {...controlled(amount, setAmount)}
        error={amount !== '' && minor === null ? common.enterAnAmount : undefined}
      />
    </Proposal>
  );
}
