/** Kinds of `payouts.life_of`. */
export const LIFE_KINDS = [
  'transferred',
  'refused',
  'given_up',
  'bank_arrived',
  'bank_refused',
  'bank_returned',
  'reversed',
  'returned',
  'replaced',
] as const;

export const TIMELINE_CODES = ['frozen', 'approved', 'sent', 'bank_expected', ...LIFE_KINDS] as const;

/** What became of a payout after it was approved. */
export interface LifeEvent {
  readonly kind: (typeof LIFE_KINDS)[number];
  readonly at: Date;
  /** Id at the processor, or of our ledger transaction. */
  readonly ref: string;
  readonly note: string | null;
}

/** A payout and its way to the bank. */
export interface PayoutFacts {
  readonly state: string;
  readonly frozenAt: Date;
  readonly approvedAt: Date | null;
  readonly sentAt: Date | null;
  readonly life: readonly LifeEvent[];
  readonly bankExpectedAt: Date | null;
  /** Everything was taken back of the transfer. */
  readonly reversed?: boolean;
}

export type TimelineCode = (typeof TIMELINE_CODES)[number];

/** The reader: the author, or finance. */
export type TimelineReader = 'author' | 'finance';

const LABELS: Record<TimelineReader, Record<TimelineCode, string>> = {
  author: {
    frozen: 'Amount fixed',
    approved: 'Approved',
    sent: 'Transfer sent',
    transferred: 'In your account at Stripe',
    refused: 'Refused, back in your balance',
    given_up: 'Given up, paid with a later payout',
    bank_expected: 'Expected at your bank',
    bank_arrived: 'Arrived at your bank',
    bank_refused: 'Refused by your bank',
    bank_returned: 'Sent back by your bank',
    reversed: 'Reversed at the processor',
    returned: 'Reversed amount back in your balance',
    replaced: 'Paid with another transfer',
  },
  finance: {
    frozen: 'Amount fixed',
    approved: 'Approved',
    sent: 'Transfer sent',
    transferred: 'In the author’s account at Stripe',
    refused: 'Refused, back in the author’s balance',
    given_up: 'Given up, paid with a later payout',
    bank_expected: 'Expected at the author’s bank',
    bank_arrived: 'Arrived at the author’s bank',
    bank_refused: 'Refused by the author’s bank',
    bank_returned: 'Sent back by the author’s bank',
    reversed: 'Reversed at the processor',
    returned: 'Reversed amount back in the author’s balance',
    replaced: 'Paid with another transfer',
  },
};

/** What a step is called. */
export const stepLabel = (code: TimelineCode, reader: TimelineReader): string => LABELS[reader][code];

interface TimelineStep {
  readonly code: TimelineCode;
  readonly label: string;
  /** When it happened or is expected; null when unknown. */
  readonly at: Date | null;
  readonly done: boolean;
  /** Its id; null for steps of a run. */
  readonly ref: string | null;
  /** The processor's or the bank's reason; null when there is none. */
  readonly note: string | null;
}

type Step = Omit<TimelineStep, 'label'>;

/** What happened to a payout in the order of time, then what is to come; of that, only the bank's step has a date. */
export function timelineOf(payout: PayoutFacts, reader: TimelineReader): TimelineStep[] {
  return stepsOf(payout).map((step) => ({ ...step, label: stepLabel(step.code, reader) }));
}

/** The processor dates reversals by whole seconds. */
const placeOf = ({ at, code }: Step): number => (at?.getTime() ?? 0) + (code === 'reversed' ? 999 : 0);

function stepsOf(payout: PayoutFacts): Step[] {
  const step = (code: TimelineCode, at: Date | null, done = at !== null): Step => ({
    code,
    at,
    done,
    ref: null,
    note: null,
  });
  const { life } = payout;
  const begun = [step('frozen', payout.frozenAt), step('approved', payout.approvedAt), step('sent', payout.sentAt)];
  const past = [
    ...begun.filter(({ done }) => done),
    ...life.map(({ kind: code, ...event }): Step => ({ ...event, code, done: true })),
  ].sort((a, b) => placeOf(a) - placeOf(b));
  if (payout.state === 'carried') return past;
  // A bank that refused it may get it again; whether it arrives is not known.
  const atBank = payout.reversed === true || life.some(({ kind }) => kind.startsWith('bank_'));
  return [
    ...past,
    ...begun.filter(({ done }) => !done),
    ...(payout.state === 'settled' ? [] : [step('transferred', null)]),
    ...(atBank ? [] : [step('bank_expected', payout.bankExpectedAt, false)]),
  ];
}
