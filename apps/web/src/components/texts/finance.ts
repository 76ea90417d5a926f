/** Interface texts of the shared components for finance. */
export const texts = {
  adjustmentTables: {
    columns: {
      tax: 'Including tax',
    },
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
    columns: {
      author: 'From the author',
      platform: 'From us',
    },
  },
  unpaidParts: {
    waitsFor: (waitsFor: string) => `Waiting for ${waitsFor}. `,
  },
} as const;
