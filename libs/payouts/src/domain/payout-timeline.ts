/** What is known of one payout and its way to the bank. */
export interface PayoutFacts {
  readonly state: string;
  readonly frozenAt: Date;
  readonly approvedAt: Date | null;
  readonly sentAt: Date | null;
  readonly settledAt: Date | null;
  /** Why the amount went back to the balance; null when it did not. */
  readonly backBecause: string | null;
  readonly bank: {
    readonly state: 'pending' | 'in_transit' | 'paid' | 'failed' | 'returned';
    readonly arrivesAt: Date | null;
    readonly checkedAt: Date;
    readonly failure: string | null;
  } | null;
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
] as const;

export interface TimelineStep {
  readonly code: (typeof TIMELINE_CODES)[number];
  readonly label: string;
  /** When it happened, or is expected; null when nobody can say yet. */
  readonly at: Date | null;
  readonly done: boolean;
  /** The processor's or the bank's reason; null without any. */
  readonly note: string | null;
}

/** A payout's steps in their order, those to come too: what is not done yet has no date but that of the bank. */
export function timelineOf(payout: PayoutFacts): TimelineStep[] {
  const step = (
    code: TimelineStep['code'],
    label: string,
    at: Date | null,
    note: string | null = null,
  ): TimelineStep => ({
    ...{ code, label, at, note },
    done: at !== null,
  });
  const begun = [
    step('frozen', 'Amount fixed', payout.frozenAt),
    step('approved', 'Approved', payout.approvedAt),
    ...(payout.state === 'carried' && payout.sentAt === null ? [] : [step('sent', 'Transfer sent', payout.sentAt)]),
  ];
  if (payout.state === 'carried')
    return [
      ...begun.filter(({ done }) => done),
      { code: 'back_in_balance', label: 'Back in your balance', at: null, done: true, note: payout.backBecause },
    ];
  return [...begun, step('transferred', 'In your account at Stripe', payout.settledAt), bankStep(payout.bank)];
}

function bankStep(bank: PayoutFacts['bank']): TimelineStep {
  const of = (code: TimelineStep['code'], label: string, at: Date | null, done: boolean): TimelineStep => ({
    ...{ code, label, at, done },
    note: bank?.failure ?? null,
  });
  switch (bank?.state) {
    case 'paid':
      return of('bank_arrived', 'Arrived at your bank', bank.arrivesAt ?? bank.checkedAt, true);
    case 'failed':
      return of('bank_refused', 'Refused by your bank', bank.checkedAt, true);
    case 'returned':
      return of('bank_returned', 'Sent back by your bank', bank.checkedAt, true);
    default:
      return of('bank_expected', 'Expected at your bank', bank?.arrivesAt ?? null, false);
  }
}
