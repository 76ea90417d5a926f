import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';

const CARDS = [
  { value: 'pm_card_visa', label: 'Visa, always pays' },
  { value: 'pm_card_mastercard', label: 'Mastercard, always pays' },
  { value: 'pm_card_chargeCustomerFail', label: 'Declined when charged' },
];

interface TestCardProps {
  save: { isPending: boolean; mutate: (body: { payment_method: string }) => void };
}

/** In the sandbox a card of the processor's test mode takes the place of a real one. */
export function TestCard({ save }: TestCardProps): ReactNode {
  const [card, setCard] = useState('pm_card_visa');
  return (
    <div className="filters">
      <NativeSelect
        label="Test card"
        value={card}
        data={CARDS}
        onChange={(event) => setCard(event.currentTarget.value)}
      />
      <Button loading={save.isPending} onClick={() => save.mutate({ payment_method: card })}>
        Save this card
      </Button>
    </div>
  );
}
