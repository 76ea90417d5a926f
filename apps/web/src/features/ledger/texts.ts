/** Interface texts of ledger. */
export const texts = {
  ledgerSource: {
    title: 'Source of ledger entries',
    open: 'Open',
    heading: 'Entries',
  },
  ledger: {
    labels: {
      account: 'Account',
      kind: 'Kind',
      source: 'Source',
      tx: 'Transaction',
      install: 'Install',
      month: 'Month',
      from: 'Effect from',
      to: 'Effect to',
      currency: 'Currency',
    },
    refund: 'Refund',
    exception: 'Exception',
  },
  ledgerTotals: {
    title: 'Accounts',
    names: { totals: 'the totals' },
    empty: 'No accounts yet. They appear with the first closed month.',
    tableLabel: 'Account totals',
    columns: {
      code: 'Account',
      kind: 'Type',
      accounts: 'Accounts',
      balance: 'Balance',
    },
  },
  ledgerFilters: {
    explanation:
      'All entries from invoices, refunds, disputes and credit notes for this Drive. An invoice for several Drives is a single posting.',
  },
  ledgerEntries: {
    empty: 'No entries yet. The first entries are posted when a month is closed.',
    columns: {
      id: 'Transaction',
      at: 'Booked',
      debit: 'Debit',
      credit: 'Credit',
      balance: 'Balance after',
    },
  },
  ledgerProof: {
    recheckAllSeals: 'Recheck all seals',
    checkNow: 'Check now',
  },
} as const;
