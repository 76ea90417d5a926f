import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useUrlState } from '../../../lib/url-state.js';
import type { Sent } from '../../../components/forms/send-dialog.js';
import { SendError } from '../../../components/feedback/feedback.js';
import { texts } from '../texts/invoicing.js';

export type Sending<T> = Sent & { mutate: (body: T) => void };

interface CardEntryProps {
  /** Asks for the processor's page and goes there. */
  open: Sending<undefined>;
  /** Keeps the card that was entered on it. */
  finish: Sending<{ page_id: string }>;
  /** A card is saved already. */
  ready: boolean;
  /** Whether an id in the address is that of this payer. */
  mine?: boolean;
}

/** To the processor's page, on which a card is entered, and the result on the way back (`card` in the address). */
export function CardEntry({ open, finish, ready, mine = true }: CardEntryProps) {
  const [pageId] = useUrlState('card');
  const asked = useRef(false);
  useEffect(() => {
    if (!mine || pageId === '' || asked.current) return;
    asked.current = true;
    finish.mutate({ page_id: pageId });
  }, [mine, pageId, finish]);
  return (
    <>
      {finish.isPending ? <p role="status">{texts.cardEntry.savingTheCard}</p> : null}
      <SendError error={open.error ?? finish.error} />
      <div className="row">
        <Button variant={ready ? 'default' : 'filled'} loading={open.isPending} onClick={() => open.mutate(undefined)}>
          {ready ? texts.cardEntry.enterAnotherCard : texts.cardEntry.enterACard}
        </Button>
        <span className="small dim">{texts.cardEntry.whereEntered}</span>
      </div>
    </>
  );
}
