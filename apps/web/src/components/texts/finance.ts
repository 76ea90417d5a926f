/** Interface texts of the shared components for finance. */
export const texts = {
  adjustmentTables: {
    refundsTable: 'Refunds',
    columns: {
      at: 'Requested',
      number: 'Credit note',
      tax: 'Including tax',
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
      author: 'From the author',
      platform: 'From us',
    },
  },
  unpaidParts: {
    waitsFor: (waitsFor: string) => `Waiting for ${waitsFor}. `,
  },
} as const;
