/** Interface texts of the shared components for finance. */
export const texts = {
  adjustmentTables: {
    refundsTable: 'Refunds',
    columns: {
      at: 'Requested',
      reason: 'Reason',
      amount: 'Amount',
      state: 'Status',
      number: 'Credit note',
      issued: 'Issued',
      note: 'Why',
      tax: 'Including tax',
      total: 'Total',
    },
    creditNotesTable: 'Credit notes',
  },
  payoutBank: {
    converted: (from: string, to: string, exchangeRate: string) =>
      `Converted by the processor: ${from} became ${to}, rate ${exchangeRate}`,
  },
  proofList: {
    allChecksPass: 'All checks pass',
    doesNotBalance: 'Does not balance',
    passed: 'passed',
    failed: 'failed',
  },
  reversalsTable: {
    tableLabel: 'By line',
    columns: {
      drive: 'Drive',
      venture: 'Venture',
      author: 'From the author',
      platform: 'From us',
      tax: 'Tax',
    },
  },
  unpaidParts: {
    waitsFor: (waitsFor: string) => `Waiting for ${waitsFor}. `,
  },
} as const;
