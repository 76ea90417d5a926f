import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { BodyOf } from '../../../api/types.js';
import { ActionButton, SendError } from '../../../components/feedback/feedback.js';
import { Card } from '../../../components/layout/page.js';
import { decimalToMinor } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { controlled } from '../../../lib/use-form.js';
import { common } from '../../../text/common.js';
import { saysTooLittle } from '../../../components/forms/min-reason.js';

const CHANGES = '/api/v1/finance/commercial-changes';

/** A three-letter currency code in small letters. */
export const isCurrency = (text: string): boolean => /^[a-z]{3}$/.test(text);

/** An amount above zero as minor units; null where it is none. */
export function priceOf(amount: string, currency: string): string | null {
  const minor = isCurrency(currency) ? decimalToMinor(amount, currency) : null;
  return minor !== null && /^[1-9]\d{0,11}$/.test(minor) ? minor : null;
}

interface ProposalProps {
  title: string;
  explanation?: string;
  /** Why it is incomplete; null: only the reason may be missing. */
  missing: string | null;
  reasonLabel: string;
  confirm: string;
  change: Omit<BodyOf<typeof CHANGES, 'post'>, 'valid_from' | 'reason'>;
  onDone?: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A change of prices or terms: proposed by one person with a reason, approved by another. */
export function Proposal({ change, missing, onDone, ...props }: ProposalProps) {
  const [reason, setReason] = useState('');
  const propose = useSend(CHANGES, {
    toast: common.toastProposed,
    onDone: () => {
      setReason('');
      onDone?.();
    },
  });
  return (
    <Card title={props.title}>
      {props.explanation ? <p className="dim">{props.explanation}</p> : null}
      <div className="filters filters-top">{props.children}</div>
      <TextInput label={props.reasonLabel} description={common.forTheSecondPerson} {...controlled(reason, setReason)} />
      <SendError error={propose.error} />
      <ActionButton
        whyNot={missing ?? (saysTooLittle(reason) ? common.reasonTooShort : null)}
        loading={propose.isPending}
        onClick={() =>
          propose.mutate({
            ...change,
            valid_from: new Date(serverNowMs()).toISOString(),
            reason: reason.trim(),
          })
        }
      >
        {props.confirm}
      </ActionButton>
    </Card>
  );
}
