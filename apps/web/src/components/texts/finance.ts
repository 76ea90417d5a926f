/** Interface texts of the shared components for finance. */
export const texts = {
  adjustmentTables: {
    columns: {
      tax: 'Including tax',
    },
  },
  payoutBank: {
    before: (failure: string) => `The bank refused it before: ${failure}`,
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
  moneyWay: {
    title: (price: string) => `From a ${price} install to the author’s bank`,
    lead: 'By the policies in force today. Every statement can be checked offline.',
    split: (author: string, host: string) => `Author ${author}, host ${host}, card fees included`,
    installed: 'installed, for a whole month',
    closes: (amount: string) => `the month closes; the tenant is charged ${amount} plus tax`,
    from: (date: string) => `From ${date}`,
    approved: (people: number) => `the payout run is prepared and approved, by ${people} people`,
    bank: (minimum: string) => `to the author’s bank, once at least ${minimum} are due`,
  },
  estimator: {
    tier: 'Price per install and month',
    tierPrice: (tier: string, amount: string) => `${tier}, ${amount}`,
    country: 'Country of your bank account',
    otherCountry: 'Another country',
    incomplete: 'Enter a number of installs from 1 to 999,999.',
    youGet: (amount: string) => `You get ${amount} a month`,
    of: (gross: string, share: string) => `${share} of ${gross} that tenants pay without tax.`,
    paidFrom: (minimum: string) => `Paid from ${minimum} on; less is carried forward to the next month.`,
    notPayable: 'We cannot pay to bank accounts there yet.',
  },
  unpaidNotes: {
    title: 'Why not paid, by pay day',
    empty: 'Nothing was left unpaid.',
    columns: { payDay: 'Pay day' },
  },
  unpaidParts: {
    paidLater: (day: string) => `Paid on ${day} after a retry.`,
    acts: {
      author: 'The author acts. ',
      tenant: 'The tenant acts. ',
      finance: 'Finance acts. ',
      processor: 'The provider acts. ',
      nobody: '',
    },
    waitsFor: (waitsFor: string) => `Waiting for ${waitsFor}. `,
  },
} as const;
