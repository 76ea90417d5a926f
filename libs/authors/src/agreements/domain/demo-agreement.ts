/** What a demonstration has its authors sign. */
export const DEMO_AGREEMENT = {
  version: '1',
  summary: [
    'You keep 70 % of what your paid installs earn, without tax and after refunds; 30 % is ours.',
    'You are paid once a month for what tenants have paid; small or blocked amounts are carried forward, never lost.',
    'Your Drive keeps to the rules, and you protect the signing secret.',
  ],
  text: `DEVELOPER AGREEMENT OF A DEMONSTRATION

Nothing is sold here, and nobody owes anything for it.

1. Revenue
Of each line's price without tax and after refunds 70 % belongs to you and 30 % to us, for each currency and month.

2. Merchant of record
We sell to the tenants in our own name, collect the money and bear the fees of the payment processor.

3. Payouts
After a month is closed we pay your share of what tenants have paid. What is not paid has a reason on your statement.

4. Security
Refuse requests without the host's signature, and rotate the signing secret when it may have leaked.
`,
} as const;
