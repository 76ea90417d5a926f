import { plural } from '../../../text/plural.js';

/** Interface texts of billing: policies. */
export const texts = {
  adminPolicies: {
    twoPeople: 'Policy changes need two people: one finance user proposes, another approves.',
    whoProposes: 'A person with the finance role can propose a change under Finance, Policies.',
    names: { agreement: 'the agreement' },
    versionSince: (version: string, date: string) => `Version ${version} since ${date}.`,
    noVersionInForce: 'No version is in force.',
    versionFrom: (version: string, date: string) => `Version ${version} from ${date}. `,
    allVersionsAndNew: 'All versions, and a new one',
  },
  policies: {
    explanation: 'One finance user proposes a change, another approves it. Earlier versions are kept.',
  },
  policyDraft: {
    startOfDay: (format: string) => `${format}, 00:00 UTC`,
    startsFrom: { now: 'From now on' },
  },
  policyFieldsShareFields: {
    shareLabel: "The author's share in percent",
    help: '0 to 100, up to two decimals. The platform keeps the rest. Calculated on what a tenant pays before tax.',
    explanation: 'Rounded on the running total of author, currency and month.',
  },
  policyFieldsRetryFields: {
    retryAfterDays: 'Retry after (days)',
    daysFirstHelp:
      'Days after the first failed attempt, ascending and comma-separated: 1, 3, 7. Up to 12 values, 60 at most.',
    gracePeriodDays: 'Grace period (days)',
    lastAttemptHelp: 'After the last attempt, before paid installs are suspended. 0 to 60.',
  },
  policyFieldsReserveFields: {
    reserveLabel: 'Reserve, in percent of a month’s earnings',
    reserveHelp: '0 to 100. 0 means no reserve.',
    monthsLabel: 'For how many months',
    monthsHelp: '1 to 12.',
    onlyManyDisputes: 'Only authors with many disputes',
    disputedLabel: 'Disputed charges, in percent, above',
    disputedHelp: '0 to 100.',
  },
  policyFieldsAmounts: {
    amountIn: (name: string) => `Amount in ${name}`,
    noCurrency: 'No currency.',
    anotherCurrencyLabel: 'Another currency',
    anotherCurrencyHelp: 'Three letters',
    whyNot: {
      alreadyThere: 'This currency already has an amount.',
    },
  },
  policyFieldsMinimumFields: {
    minimumPayout: 'Minimum payout',
    minimumPayoutAuthors: (name: string) => `Minimum payout to authors in ${name}`,
    countryLabel: 'A country with its own amounts (optional)',
    countryHelp: 'The larger amount counts',
    whyNot: {
      chooseCountryFirst: 'Choose a country first.',
      countryAlreadyAmounts: 'This country already has amounts.',
    },
    addTheCountry: 'Add the country',
  },
  policyFieldsOperatorFields: {
    asRegisteredHelp: 'As registered',
    addressHelp: 'Lines as on an envelope, without the country; up to 6',
    vatOtherHelp: 'VAT or other. If there is none, documents state this',
  },
  policyFields: {
    noTaxIsAdded: 'No tax is added',
    theFixedTableBelow: 'The fixed table below',
    stripeTaxComputesIt: 'Stripe Tax computes it',
    whoComputesTax: 'Who computes tax',
    addARate: 'Add a rate',
  },
  policyFieldsRate: {
    heading: (number: number) => `Rate ${number}`,
    regionOptional: 'Region (optional)',
    help: 'As in ISO 3166-2',
    percent: 'Percent',
    removeRateLabel: (number: number) => `Remove rate ${number}`,
    reverseCharge: 'No tax for a customer with a tax ID of another country (reverse charge)',
  },
  policyTablesPolicyTable: {
    empty: 'No policy.',
    columns: {
      title: 'Policy',
      now: 'Current value',
      next: 'Next',
    },
    builtIn: 'Built in',
  },
  policyTables: {
    approvedBy: (proposedBy: string, decidedBy: string) => `${proposedBy}, approved by ${decidedBy}`,
  },
  policyTablesNext: {
    from: '{badge} {sentence} From {time}',
    noChange: 'No change',
    scheduledFrom: '<badge>Scheduled</badge> {sentence} From {time}',
  },
  policyTablesPolicyHistory: {
    heading: (title: string) => `History of ${title}`,
    columns: {
      what: 'Value',
      by: 'Decided by',
    },
  },
  policy: {
    title: 'Policy',
    currentValueTitle: 'Current value',
    from: 'From {time}: {sentence}',
    waitsSecondPersonTitle: 'Waiting for a second person',
    fromProposedBy: 'From {time}. Proposed by {proposedBy}: {reason}',
    whyNot: { ownProposal: 'You proposed this. Another person with the finance role must approve it.' },
  },
  proposePolicy: {
    fieldsToCorrectLabel: 'Fields to correct',
    thisField: 'This field',
    invalidJson: 'Invalid JSON.',
    notPreviewed: 'Preview the change before you propose it.',
    enterAReasonFirst: 'Enter a reason first.',
    editAsJson: 'Edit as JSON',
    valueAsJsonLabel: 'Value as JSON',
    valueAsJsonHelp: 'Amounts are minor units in quotation marks, shares are hundredths of a percent.',
    effectiveFromLabel: 'Effective from',
    reasonHelp: (minReason: number) =>
      `At least ${minReason} characters. Shown to the person who decides and kept on record.`,
    previewTheChange: 'Preview the change',
  },
  sharePreview: {
    columns: {
      before: 'Current',
      after: 'With this share',
      what: 'Share',
      percent: 'Author, %',
      author: 'Author gets',
      platform: 'Platform keeps',
    },
    explanation: (amount: string, date: string) =>
      `Effect on ${amount} before tax, for installs that start on ${date} (UTC) or later:`,
    noActiveInstalls: 'No active installs.',
    oneInstallKeeps: 'The current install keeps its share.',
    installsKeep: (installs: string) => `${installs} current installs keep their share.`,
    drivesWithOwnShare: (running: string, drives: string, count: number) =>
      `${running} ${drives} ${plural(count, 'Drive of the author has its', 'Drives of the author have their')} own share, which takes precedence.`,
  },
  shares: {
    backAuthorsShare: 'Back to the author’s share',
    backStandardShare: 'Back to the standard share',
    explanation:
      'A different share for installs that start from a given month. An override for a Drive takes precedence over one for its author. Existing installs keep their share.',
    empty: 'No overrides. The standard share of the policy applies. Propose an override below.',
    columns: {
      name: 'Of',
      month: 'From',
      by: 'Decided by',
      act: 'Decide',
    },
  },
  sharesDecide: {
    dialogTitle: (name: string) => `Approve the share of ${name}`,
    explanation: 'An approved share cannot be changed, only replaced by a later one.',
    approveFrom: (month: string) => `Approve from ${month}`,
  },
  sharesPropose: {
    nobodyChosen: 'Choose an author or a Drive first.',
    shareOutOfRange: (mostPercent: number) => `Enter a share from 0 to ${mostPercent} %.`,
    monthMissing: 'Choose the first month.',
    title: 'Propose a share',
    shareLabel: 'Share',
    options: {
      own: 'Set an override',
      none: 'End the override',
    },
    authorsShareLabel: 'Author’s share, %',
    fromMonthLabel: 'From month',
    exampleAmountUsdLabel: 'Example amount, USD',
    exampleAmountUsdError: 'Enter an amount such as 100.00.',
    explanation: 'Choose an author or Drive and a share to preview the effect.',
    reasonHelp: 'For the second person. Not shown to the author.',
  },
} as const;
