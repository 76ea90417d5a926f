/** Interface texts about selling plugins here. */
export const texts = {
  title: 'Sell',
  headline: 'Publish a Drive, and be paid for every install.',
  lead: (share: string) =>
    `You get ${share} of what tenants pay, without tax. We bill them, bear the card fees, and pay you once a month.`,
  apply: 'Apply to publish',
  check: 'Check a manifest first',
  estimate: 'What would you earn?',
  terms: {
    title: 'Terms',
    tier: (tier: string) => `Tier ${tier}`,
    price: (tenant: string, author: string) => `A tenant pays ${tenant} per install and month; you get ${author}`,
    review: 'Review',
    reviewed: (median: string | null, dueHours: number) =>
      `${median ? `Half are decided within ${median}. ` : ''}Promise: ${dueHours} hours after the checks passed`,
    minimum: 'Least payout, by currency',
    fee: 'If you bill your customers yourself, per listing and month',
    noFee: 'Not possible yet: no listing fee is set',
    countries: 'Countries we pay to',
  },
} as const;
