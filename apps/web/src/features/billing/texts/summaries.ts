/** Interface texts of billing: amounts that plugins report to bill. */
export const texts = {
  summaries: {
    title: 'Billing reported by the plugin',
    explanation: 'For information only. Only our invoices are charged.',
    empty: 'No plugin reported billing for this month.',
    emptyDifferences: 'All reported amounts match the invoices.',
    onlyDifferences: 'Only differences from the invoices',
    columns: {
      plan: 'Plan',
      said: 'Reported',
      invoiced: 'Invoiced, before tax',
      compared: 'Comparison',
    },
    compared: {
      equal: 'Matches',
      prorated: 'A full month reported, a part invoiced',
      plugin_says_more: (amount: string) => `${amount} more reported than invoiced`,
      plugin_says_less: (amount: string) => `${amount} less reported than invoiced`,
      nothing_invoiced: 'Not invoiced',
      other_currency: 'Invoiced in another currency',
      not_closed: 'Not invoiced yet',
    },
  },
} as const;
