/** Interface texts of payouts: accounts. */
export const texts = {
  financeAuthor: {
    openLedger: 'Open in the ledger',
    paidTo: 'Paid to',
    noLongerUsed: 'No longer used',
    beingSetUp: 'Being set up',
    how: {
      written_off: 'A loss of the platform',
      paid_otherwise: 'Paid in another way',
    },
  },
  financeAuthorBalances: {
    title: 'Balance',
    empty: 'No entries for this author yet.',
    inDisputes: 'In disputes',
    paidSoFar: 'Paid so far',
    notice: 'The author owes us this amount. It is deducted from the next months.',
    names: { author: 'author' },
  },
  financeAuthorUnpaid: {
    empty: 'Everything owed has been paid.',
    explanation: '{amount}, of it {nextPayout} with the next run at current amounts.',
  },
  financeAuthorAccount: {
    lastChecked: 'last checked {time}',
    informationRequiredProcessorLabel: 'Information required by the processor',
    deadline: 'by {time}',
    tableLabel: 'Accounts at the processor',
    columns: {
      id: 'Account',
      use: 'Use',
      usable: 'Paid to since',
    },
    names: { account: 'account' },
    itsOpening: 'Its opening',
  },
  financeAuthorHolds: {
    manageHolds: 'Manage holds',
    tableLabel: 'Holds of this author',
    empty: 'No holds.',
    columns: {
      why: 'Reason for the author',
      by: 'Placed by',
    },
    whenEndedManually: 'When the hold is ended manually',
  },
  financeAuthorRecoveries: {
    title: 'Settlements of a negative balance',
    empty: 'None. They are proposed on the exception of a balance that has been negative for too long.',
    columns: {
      by: 'Proposed by',
      at: 'Proposed',
      who: 'Decided by',
    },
  },
  financeAuthorShares: {
    manageOverrides: 'Manage overrides',
    tableLabel: 'Shares of this author',
    empty: 'The standard share applies.',
    columns: {
      name: 'Of',
      month: 'From',
    },
    standardShare: 'Standard share',
  },
  financeAuthorPayouts: {
    title: 'Payouts and statements',
    tableLabel: 'Payouts of this author',
    empty: 'No payouts for this author yet.',
    columns: {
      paid: 'To pay',
      why: 'Why',
      bank: 'Bank',
      statement: 'Statement',
    },
  },
  payoutAccount: {
    start: 'Start',
    verification: 'Verification',
    note: 'Your earnings accumulate until then.',
    notice: (country: string) =>
      `Payouts to ${country} are not available yet, because the processor only supports cross-border payouts to certain countries. Your earnings are kept for you.`,
    explanation: 'Checking, usually under a minute.',
    facts: {
      lastChecked: 'Last checked',
    },
    paidToFrom: 'Paid to from',
  },
  payoutAccountMissing: {
    theProcessorIsChecking: ' (the processor is checking)',
    until: 'until {time}',
  },
  payoutAccountOnboard: {
    setUpPayouts: 'Set up payouts',
    updateDetails: 'Update details',
    addInformation: 'Add information',
    whyNot: {
      countryUnknown: 'The country of your account is not known yet.',
      countryNotReached: 'Payouts are not available in your country yet.',
    },
  },
  payoutAccountSwap: {
    title: 'Another account',
    newAccountInSetUp: (country: string) =>
      `A new account in ${country} is being set up. Payouts go to the current account until the new one is verified, then pause for a few days.`,
    continue: 'Continue',
    keepCurrentAccount: 'Keep the current account',
    whenToReplace:
      'To change bank details in the same country, update the details above. For a different company or country, set up a new account. Everyone with access to your finances is notified.',
    replaceTheAccount: 'Replace the account',
  },
  payoutAccountSwapDialog: {
    dialogTitle: 'Replace the payout account',
    explanation:
      'Payouts continue unchanged until the new account is verified. After the change they pause for a few days, to protect you from unauthorised changes.',
    countryNewAccountLabel: 'Country of the new account',
    setUpNew: 'Set up the new account',
  },
} as const;
