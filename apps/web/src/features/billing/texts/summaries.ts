/** Interface texts of billing: what plugins say that they bill. */
export const texts = {
  summaries: {
    title: 'Billing, as the plugin says',
    explanation: 'For information, month by month. What is paid is what we invoice.',
    empty: 'No plugin has said what it bills in this month.',
    emptyDifferences: 'No plugin says something else than was invoiced.',
    onlyDifferences: 'Only what differs from the invoices',
    columns: {
      month: 'Month',
      tenant: 'Tenant',
      drive: 'Plugin',
      install: 'Install',
      plan: 'Plan',
      said: 'The plugin says',
      invoiced: 'Invoiced, without tax',
      compared: 'Compared',
    },
    compared: {
      equal: 'The same.',
      plugin_says_more: (amount: string) => `The plugin says ${amount} more than was invoiced.`,
      plugin_says_less: (amount: string) => `The plugin says ${amount} less than was invoiced.`,
      nothing_invoiced: 'Nothing was invoiced for it.',
      other_currency: 'Invoiced in another currency, so not compared.',
      not_closed: 'Not invoiced yet: the month is not closed.',
    },
  },
} as const;
