import { plural } from '../../../text/plural.js';

/** Interface texts of payouts: runs. */
export const texts = {
  auditHistory: {
    empty: 'No history yet.',
  },
  cancelRunDialog: {
    toast: 'Cancelled. You can prepare the month again.',
    dialogTitle: (month: string) => `Cancel the payout run of ${month}`,
    nothingSent: 'Nothing was sent, and nothing will be sent.',
    noAmountsAreReserved: 'No amounts are reserved.',
    amountsReturn: (kept: string) => `The reserved amounts (${kept}) return to the authors’ balances.`,
    mayPrepareAgain: 'You can prepare the month again.',
    approvalsVoid: 'Its approvals are void. You can prepare the month again; it must be approved again.',
    readBy: 'Kept in the history of the run.',
    dismiss: 'Keep the run',
  },
  runActions: {
    preparedByYou: 'You prepared this run. Another person with the finance role must approve.',
    decisionsMissing: (decisionsMissing: string, count: number, preparedByName: string) =>
      `${decisionsMissing} unusual ${plural(count, 'payout is', 'payouts are')} undecided. ${preparedByName} must decide before anyone can approve.`,
    alreadyApproved: 'You have already approved this run.',
    approveAsWell: 'Approve as well',
    toastRecomputedEarlier: 'Recomputed. Earlier approvals are void.',
    recompute: 'Recompute',
    toastBeingRetried: (retried: number) => `${retried} ${plural(retried, 'payout is', 'payouts are')} being retried.`,
    retryFailed: 'Retry failed',
    giveUpFailed: 'Give up failed',
    giveUpTitle: (failed: number) => `Give up ${failed} failed ${plural(failed, 'payout', 'payouts')}`,
    giveUpEffect: (month: string) =>
      `They are not retried. Their amounts are in the authors’ balances and are paid with the next run. The statements of ${month} become final.`,
    toastGivenUp: 'Given up. The amounts are paid with the next run.',
    approveDialogTitle: 'Approve this run',
    approveDialogExplanation: 'You approve exactly these amounts. Any change voids the approval.',
    approve: (toPay: string, code: string) => `Approve ${toPay}, ${code}`,
    executeDialogTitle: 'Execute this run',
    executeDialogExplanation: (toPay: string, authors: number) =>
      `Pay ${toPay} for ${authors} ${plural(authors, 'author', 'authors')}. It cannot be undone as a whole. Leaving the page does not stop it.`,
    pay: (toPay: string) => `Pay ${toPay}`,
    pauseButtonDialogTitle: 'Pause this run',
    pauseButtonExplanation: 'Transfers in progress finish. Nothing more is sent until someone resumes the run.',
    pauseReadBy: 'Visible to everyone who can see the run.',
  },
  runExceptions: {
    alreadyApproved: 'The run is approved. To change decisions, cancel it and prepare it again.',
    onlyPreparerDecides: (preparedByName: string) =>
      `Only ${preparedByName}, who prepared this run, can decide. Recompute it to take over.`,
    effects: {
      include: 'Paid as computed. The reason is shown to the approvers.',
      carry: 'Nothing is paid in this run. The amount is carried forward. The reason is sent to the author.',
      hold: 'Everything owed to the author, in all currencies, is held until someone ends the hold. The reason is sent to the author by email.',
    },
    alreadyDecided: (included: string, carried: string, held: string) =>
      `Already decided: ${included} included, ${carried} left out, ${held} held.`,
    undecided: (count: number) =>
      `<link>{open} unusual ${plural(count, 'payout is', 'payouts are')} undecided</link>: {names}. You approve ${plural(count, 'it', 'them')} as computed.`,
    cardColumns: {
      act: 'Decide',
    },
    decideLabel: (author: string, currency: string) => `Decide on ${author}, ${currency}`,
    decide: 'Decide',
    cardTitle: 'Exceptions',
    nothingUnusual: 'Nothing unusual. Everything owed is paid.',
    summary:
      '{open} of {count} undecided. Decided: {included} included, {carried} left out, {held} held. Amounts the rules do not pay need no decision.',
    undecidedOf: (open: string) => `${open} undecided of `,
    undecidedOnly: 'Undecided only',
    decideOn: (open: string) => `Decide on ${open}`,
    cardTableLabel: 'Exceptions of this run',
    cardEmpty: 'No exceptions.',
    undecidedSuggested: (badge: string) => `Undecided. Suggested: ${badge}`,
    notDecided: 'Not decided',
    automatic: 'Automatic',
    decidedBy: (applies: boolean) =>
      `{decidedByName}, {time}${applies ? '' : '. The payout has changed since, so this decision no longer applies.'}`,
    decideDialogToast: (decided: string, recomputed: boolean) =>
      `${decided} decided.${recomputed ? ' The run was recomputed, so earlier approvals are void.' : ''}`,
    decideOnAuthor: (author: string) => `Decide on ${author}`,
    decideOnKind: (count: string, kind: string) => `Decide on ${count}: ${kind}`,
    owedToPay: (owed: string, toPay: string) => `${owed} owed, ${toPay} to pay.`,
    decideDialogExplanation: 'The run is recomputed and gets a new hash. You remain its preparer.',
  },
  runLines: {
    parts: {
      to_pay: 'To pay',
      carried: 'Carried',
      held: 'Held',
      failed: 'Failed',
    },
    paid: {
      to_pay: 'Paid in full',
      partly_held: 'Partly held',
      held: 'Fully held',
    },
    partOfTotalLabel: 'Share of total',
    empty: 'Nothing is owed for this month.',
    columns: {
      gross: 'Gross',
      platform: 'Platform',
      change: 'Against last run',
      why: 'Status and why',
    },
    inFull: 'In full.',
  },
  runPayees: {
    label: 'Who is paid',
    columns: { to: 'Destination', odd: 'Unusual' },
    undecided: 'Undecided',
    noBank: 'bank account not shown',
    bank: (name: string, last4: string) => `${name} …${last4}`.trim(),
    account: 'the payout account',
    since: (changed: boolean) => (changed ? '<warn>changed since the last payout</warn> {time}' : 'since {time}'),
  },
  runReconciled: {
    names: { reconciliationResults: 'the reconciliation results' },
    foundFacts: {
      lastComparison: 'Last comparison',
    },
    foundAtProcessor: (matched: string, transfers: string) => `${matched} of ${transfers} found at the processor`,
    noneYet: 'None yet',
    openExceptionsTable: 'Open exceptions',
    foundColumns: {
      what: 'Exception',
    },
    blocked: 'Authors left out',
    notBlocked: 'No effect',
    notFoundTable: 'Not found at the processor yet',
  },
  run: {
    approval: 'Approval',
    paying: 'Paying',
    title: (month: string) => `Payout run ${month}`,
    isPaused: (currency: string, reason: string) => `${currency} is paused. ${reason}`,
    resume: (currency: string) => `Resume ${currency}`,
    summaryFacts: {
      prepared: 'Prepared',
    },
    approvalsOf: (approvals: string, count: number, approvalsNeeded: number) =>
      `${approvals} (${count} of ${approvalsNeeded})`,
    notComputedYet: 'not computed yet',
    authors: 'Authors',
    progressTitle: 'Progress',
    names: { payouts: 'payouts' },
    noneInLastMinute: 'No payouts in the last minute.',
    rate: (rate: string, duration: string) =>
      `${rate} in the last minute. At this rate it takes about ${duration} more.`,
    unconfirmed: (unknown: number) => `, ${unknown} sent and not confirmed yet`,
    ofPayoutsDone: ({ done, all, failed, unknown }: { done: number; all: number; failed: string; unknown: string }) =>
      `${done} of ${all} payouts paid or carried forward${failed}${unknown}.`,
    differentFromTitle: (month: string) => `Different from ${month}`,
    differentLastRunTitle: 'Different from the last run',
    gone: (authors: string) => `No longer paid: ${authors}.`,
    comparedTotalsTableLabel: 'Totals compared with the last run',
    comparedTotalsColumns: {
      nBefore: 'Authors, last run',
      nNow: 'Authors, this run',
    },
  },
  runs: {
    empty: 'No runs yet. Prepare one for a closed month.',
    columns: {
      authors: 'Authors',
      executed: 'Executed',
    },
    prepareTitle: 'Prepare a run',
    prepareExplanation: 'Calculates and freezes what is owed for the month. Another person must approve it.',
    closedMonthLabel: 'Closed month',
    prepare: (month: string) => `Prepare ${month}`,
  },
} as const;
