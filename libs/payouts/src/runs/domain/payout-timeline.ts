/** A payout and its way to the bank. */
export interface PayoutFacts {
  readonly state: string;
  readonly frozenAt: Date;
  readonly approvedAt: Date | null;
  readonly sentAt: Date | null;
  readonly settledAt: Date | null;
  /** Why the amount was returned to the balance; null when it was not. */
  readonly backBecause: string | null;
  readonly bank: {
    readonly state: 'pending' | 'in_transit' | 'paid' | 'failed' | 'returned';
    readonly arrivesAt: Date | null;
    readonly checkedAt: Date;
    readonly failure: string | null;
    /** Refused then, and not arrived since. */
    readonly refusedAt?: Date | null;
  } | null;
  /** What was taken back of the transfer. */
  readonly reversals?: readonly { readonly at: Date; readonly note: string }[];
  /** All of it. */
  readonly reversed?: boolean;
}

export const TIMELINE_CODES = [
  'frozen',
  'approved',
  'sent',
  'transferred',
  'back_in_balance',
  'bank_expected',
  'bank_arrived',
  'bank_refused',
  'bank_returned',
  'reversed',
] as const;

export type TimelineCode = (typeof TIMELINE_CODES)[number];

/** The reader: the author, or finance. */
export type TimelineReader = 'author' | 'finance';

const LABELS: Record<TimelineReader, Record<TimelineCode, string>> = {
  author: {
    frozen: 'Amount fixed',
    approved: 'Approved',
    sent: 'Transfer sent',
    transferred: 'In your account at Stripe',
    back_in_balance: 'Back in your balance',
    bank_expected: 'Expected at your bank',
    bank_arrived: 'Arrived at your bank',
    bank_refused: 'Refused by your bank',
    bank_returned: 'Sent back by your bank',
    reversed: 'Reversed',
  },
  finance: {
    frozen: 'Amount fixed',
    approved: 'Approved',
    sent: 'Transfer sent',
    transferred: 'In the author’s account at Stripe',
    back_in_balance: 'Back in the author’s balance',
    bank_expected: 'Expected at the author’s bank',
    bank_arrived: 'Arrived at the author’s bank',
    bank_refused: 'Refused by the author’s bank',
    bank_returned: 'Sent back by the author’s bank',
    reversed: 'Reversed',
  },
};

interface TimelineStep {
  readonly code: TimelineCode;
  readonly label: string;
  /** When it happened or is expected; null when unknown. */
  readonly at: Date | null;
  readonly done: boolean;
  /** The processor's or the bank's reason; null when there is none. */
  readonly note: string | null;
}

type Step = Omit<TimelineStep, 'label'>;

/** The steps of a payout in order, including those to come. Of these, only the bank's step has an expected date. */
export function timelineOf(payout: PayoutFacts, reader: TimelineReader): TimelineStep[] {
  return stepsOf(payout).map((step) => ({ ...step, label: LABELS[reader][step.code] }));
}

function stepsOf(payout: PayoutFacts): Step[] {
  const step = (code: TimelineCode, at: Date | null): Step => ({ code, at, done: at !== null, note: null });
  const begun = [
    step('frozen', payout.frozenAt),
    step('approved', payout.approvedAt),
    ...(payout.state === 'carried' && payout.sentAt === null ? [] : [step('sent', payout.sentAt)]),
  ];
  if (payout.state === 'carried')
    return [
      ...begun.filter(({ done }) => done),
      { code: 'back_in_balance', at: null, done: true, note: payout.backBecause },
    ];
  const reversals = (payout.reversals ?? []).map(({ at, note }) => ({ ...step('reversed', at), note }));
  // Nothing is left to arrive.
  const bank = payout.reversed === true && payout.bank === null ? [] : [bankStep(payout.bank)];
  return [...begun, step('transferred', payout.settledAt), ...bank, ...reversals];
}

function bankStep(bank: PayoutFacts['bank']): Step {
  const of = (code: TimelineCode, at: Date | null, done: boolean): Step => ({
    ...{ code, at, done },
    note: bank?.failure ?? null,
  });
  switch (bank?.state) {
    case 'paid':
      return of('bank_arrived', bank.arrivesAt ?? bank.checkedAt, true);
    case 'failed':
      return of('bank_refused', bank.checkedAt, true);
    case 'returned':
      return of('bank_returned', bank.checkedAt, true);
    default:
      // The processor tries again; whether it arrives is not known.
      if (bank?.refusedAt) return of('bank_refused', bank.refusedAt, true);
      return of('bank_expected', bank?.arrivesAt ?? null, false);
  }
}
