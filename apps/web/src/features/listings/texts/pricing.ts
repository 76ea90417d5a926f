/** Interface texts of listings: pricing. */
export const texts = {
  prices: {
    tiers: { starter: 'Starter', standard: 'Standard', pro: 'Pro', premium: 'Premium', flagship: 'Flagship' },
    audiences: {
      open_market: 'Open market',
      host_network: 'Host network (first-party Drives)',
    },
    explanation: 'Prices cannot be changed, only replaced by a later price. Installs keep the price they accepted.',
    holds: { now: 'Now', coming: 'Later', ended: 'Ended' },
    atAnyTime: 'At any time',
    noPricesYet: 'No prices yet.',
    columns: { amount: 'A month' },
    heading: 'Changes',
    noChangesYet: 'No changes proposed yet.',
    otherPricesTitle: 'Plans and listing fees',
    names: { policies: 'the policies' },
    openThePolicy: (title: string) => `Open the policy “${title}”`,
    amountMissing: 'Enter the monthly amount, for example 49.00, and a three-letter currency code.',
    proposePriceTitle: 'Propose a price',
    amountAMonthLabel: 'Amount a month',
  },
  proposeAgreedPrice: {
    ventureMissing: 'Choose the venture that the price was agreed with.',
    title: 'Propose an agreed price',
    explanation:
      'Applies to new installs of this Drive in this venture after approval. Existing installs keep their price.',
    driveAgreedPriceLabel: 'Drive with an agreed price',
    description: 'Search by venture or tenant name',
    agreedCurrencyLabel: 'Agreed currency',
    agreedAmountMonthLabel: 'Agreed amount a month',
    whyThisPriceLabel: 'Why this price',
    proposeAgreedPrice: 'Propose the agreed price',
  },
  proposeTerms: {
    models: {
      platform: 'Us, for its author',
      author_billing: 'Its author, who pays us the listing fee',
      first_party: 'Us, as first party',
    },
    planMissing: 'Name the plan.',
    currencyMissing: 'Enter the currency of the fee as a three-letter code.',
    title: 'Propose terms of a Drive',
    planEffect: 'We sell one of a Drive’s monthly plans. New installs pay its price. Existing installs keep theirs.',
    authorBillsEffect:
      'After approval, its installs no longer appear on our invoices. The author bills customers directly and pays the listing fee of the policy each month. Without a fee in that currency it cannot go live.',
    weBillEffect: 'After approval, its installs appear on our monthly invoices at the price of its tier or plan.',
    options: {
      model: 'Who bills',
      plan: 'Which plan we sell',
    },
    planLabel: 'Plan',
    planHelp: 'As its manifest names it',
    billedByLabel: 'Billed by',
    currencyFeeLabel: 'Currency of the fee',
    proposeThePlan: 'Propose the plan',
    proposeWhoBills: 'Propose who bills',
  },
} as const;
