import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../texts/invoicing.js';
import type { Sending } from './card-entry.js';
import { optionsOf } from '../../../lib/options.js';
import { controlled } from '../../../lib/use-form.js';

type Card = keyof typeof texts.testCard.cards;

/** In the sandbox a card of the processor's test mode takes the place of a real one. */
export function TestCard({ save }: { save: Sending<{ payment_method: string }> }) {
  const [card, setCard] = useState<Card>('pm_card_visa');
  return (
    <div className="filters">
      <NativeSelect
        label={texts.testCard.testCardLabel}
        {...controlled(card, setCard)}
        data={optionsOf(texts.testCard.cards)}
      />
      <Button loading={save.isPending} onClick={() => save.mutate({ payment_method: card })}>
        {texts.testCard.saveThisCard}
      </Button>
    </div>
  );
}
