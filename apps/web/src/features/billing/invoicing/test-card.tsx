import { Button, NativeSelect } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { texts } from '../texts/invoicing.js';
import { controlled } from '../../../lib/use-form.js';

const CARDS = [
  { value: 'pm_card_visa', label: texts.testCard.cards.pmCardVisa },
  { value: 'pm_card_mastercard', label: texts.testCard.cards.pmCardMastercard },
  { value: 'pm_card_chargeCustomerFail', label: texts.testCard.cards.pmCardChargeCustomerFail },
];

interface TestCardProps {
  save: { isPending: boolean; mutate: (body: { payment_method: string }) => void };
}

/** In the sandbox a card of the processor's test mode takes the place of a real one. */
export function TestCard({ save }: TestCardProps): ReactNode {
  const [card, setCard] = useState('pm_card_visa');
  return (
    <div className="filters">
      <NativeSelect label={texts.testCard.testCardLabel} {...controlled(card, setCard)} data={CARDS} />
      <Button loading={save.isPending} onClick={() => save.mutate({ payment_method: card })}>
        {texts.testCard.saveThisCard}
      </Button>
    </div>
  );
}
