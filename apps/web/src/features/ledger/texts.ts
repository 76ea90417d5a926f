/** Interface texts of ledger. */
export const texts = {
  ledgerSource: {
    title: 'Source of ledger entries',
    open: 'Open',
    heading: 'Entries',
  },
  ledger: {
    labels: {
      tx: 'Transaction',
      from: 'Effect from',
      to: 'Effect to',
    },
    refund: 'Refund',
    exception: 'Exception',
    totalsTitle: 'Accounts',
    names: { totals: 'the totals' },
    totalsEmpty: 'No accounts yet. They appear with the first closed month.',
    totalsTableLabel: 'Account totals',
    totalsColumns: {
      kind: 'Type',
      accounts: 'Accounts',
      balance: 'Balance',
    },
    filtersExplanation:
      'All entries from invoices, refunds, disputes and credit notes for this Drive. An invoice for several Drives is a single posting.',
    entriesEmpty: 'No entries yet. The first entries are posted when a month is closed.',
    entriesColumns: {
      id: 'Transaction',
      debit: 'Debit',
      credit: 'Credit',
      balance: 'Balance after',
    },
    recheckAllSeals: 'Recheck all seals',
    checkNow: 'Check now',
  },
} as const;
