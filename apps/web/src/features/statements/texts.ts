import { plural } from '../../text/plural.js';

/** Interface texts of statements. */
export const texts = {
  authorShares: {
    scopes: {
      everybody: 'Everybody',
      author: 'You',
      drive: 'Drive',
    },
    explanation:
      'An install keeps the share that applied when it started. A share for one Drive takes precedence over yours.',
    tableLabel: 'Shares',
    empty: 'No shares yet.',
    columns: {
      of: 'Of',
      share: 'Share',
    },
  },
  earnings: {
    openTheStatement: 'Open the statement',
    nothingInMonth: (month: string) => `No charges or payouts for ${month} yet.`,
    noLinesInMonth: (month: string) => `No lines in ${month}. They appear when the month is closed and invoiced.`,
  },
  exports: {
    kinds: {
      journal: 'Journal, every leg',
      authorsByQuarter: 'Authors by quarter of the year, for tax reports',
    },
    lists: {
      refunds: 'Refunds',
      credit_notes: 'Credit notes',
      disputes: 'Disputes',
      invoice_list: 'Invoices, as listed',
      months: 'Months',
      exceptions: 'Exceptions',
      prices: 'Prices',
      ledger_entries: 'Ledger entries',
      payout_runs: 'Payout runs',
      run_lines: 'Lines of a payout run',
      holds: 'Holds and reserves',
      approvals: 'Approvals',
      policies: 'Policies, every version',
    },
    empty: 'No exports yet. Choose the contents and month above.',
    columns: {
      rows: 'Rows',
      hash: 'SHA-256',
    },
    rowsOfTotal: (rowsDone: string, rowsTotal: string) => `${rowsDone} of ${rowsTotal}`,
    sandbox: 'Sandbox',
    askTitle: 'Create export',
    formatLabel: 'Format',
  },
  payoutWay: {
    noDateYet: 'No date yet',
    names: { payoutBank: 'payout to the bank' },
    payoutToTheBank: 'Payout to the bank: {id}',
  },
  payout: {
    title: (month: string) => `Payout ${month}`,
    payoutTitle: 'Payout',
    wayTitle: 'On its way to you',
    verifyNow: 'Verify now',
  },
  payouts: {
    empty: 'No payouts yet. The first payout follows the first month with a paid invoice.',
    columns: {
      carried: 'Carried forward',
      files: 'Files',
    },
    monthAndCurrency: (month: string, currency: string) => `of ${month}, ${currency}`,
    altered: 'Altered',
    sealed: 'Sealed',
    preliminary: 'Preliminary',
    latestPayoutsTitle: 'Latest payouts',
    paidInAllTitle: 'Paid in all',
    payouts: (count: number) => `${count} ${plural(count, 'payout', 'payouts')}`,
    nextPayout: (day: string) => `Next payout, not before ${day}`,
  },
  statementBody: {
    author: {
      share: 'You',
      running: 'Your running total',
    },
    finance: {
      share: 'Author',
      running: 'Author’s running total',
    },
    columns: {
      time: 'Price × seconds / month',
    },
    summaryTitle: 'Summary',
    openingBalance: 'Opening balance',
    otherBookings: 'Other bookings',
    carriedForward: 'Carried forward',
    facts: {
      paidOn: 'Paid on',
      notPaidByTenants: 'Not paid by tenants at the cut-off',
      inReserve: 'In reserve',
      disputed: 'Disputed',
      selfBillingInvoice: 'Self-billing invoice',
      corrective: 'Corrective self-billing invoice',
    },
    selfBillingInvoice: 'Self-billing invoice',
    corrective: 'Corrective invoice',
    notMade: 'Not made',
    laterTitle: 'Later',
    earlierTitle: 'Earlier payouts',
    nextStatement: 'The next statement',
    empty: (month: string) => `No install was charged in ${month}, and no earlier invoice was paid.`,
    jsonWithProof: 'JSON with proof',
    paymentsColumns: {
      charge: 'Charge',
    },
    names: {
      charge: 'charge',
      invoice: 'invoice',
      line: 'line',
    },
    preliminary: 'Not final: its payout must be paid or given up first.',
    inclusionProofFacts: {
      rootMonth: 'Root',
      rootBefore: 'Root before',
      place: 'Place',
    },
    placeOfCount: (position: number, count: number) => `${position} of ${count}`,
    howToVerify:
      'The JSON contains the proof. Verify it on your own machine with {driveVerify}; the roots are on <link>a public page</link>.',
  },
  statementRoots: {
    title: 'Statement roots',
    explanation:
      'A statement is sealed once its payout is paid or given up, under one root with those of the month that become final with it. Each root is chained to the one before. A root reveals nothing about anyone. With it, {driveVerify} proves that a statement is the original and has not been changed.',
    tableLabel: 'Roots',
    empty: 'No roots yet. The first root is published when the first payout run has ended.',
    columns: {
      root: 'Root',
      before: 'Root before',
      at: 'Sealed',
    },
  },
  statement: {
    title: (authorName: string, month: string) => `Statement of ${authorName}, ${month}`,
    onItsWayTitle: 'On its way to the author',
    facts: {
      run: 'Run',
      processorMessage: 'Processor message',
    },
  },
  statements: {
    empty: (month: string) => `No statement of ${month}. Statements are created with the payout run of the month.`,
    columns: {
      opening: 'Opening',
      other: 'Other',
    },
  },
  taxProfile: {
    labels: {
      tax_id: 'Tax number',
      vat_id: 'VAT number',
      vat_treatment: 'Value added tax',
      self_billing_consent: 'Invoices in my name',
    },
    selfBillingAgreed: 'Self-billing agreed',
    noSelfBilling: 'No self-billing',
    explanation:
      'With your tax data and consent, every payout includes a numbered self-billing invoice. Otherwise you receive a statement only. Issued invoices never change: what is given back of them is corrected in your name, also after you have withdrawn your consent.',
    profileFormTitle: 'Supplier',
    vatNumberOptionalLabel: 'VAT number (optional)',
    vatNumberOptionalHelp: 'Needed for reverse charge',
    options: {
      not_registered: 'Not registered',
      reverse_charge: 'Reverse charge',
      exempt: 'Exempt',
    },
    selfBillingConsent: 'I allow the platform to issue invoices in my name for its payments to me',
    saveTaxData: 'Save tax data',
    savedBy: 'Saved {time} by {savedBy}',
  },
  waterfallChart: {
    columns: {
      step: 'Step',
      bar: 'To scale',
    },
  },
} as const;
