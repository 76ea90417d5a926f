/** Interface texts of the shared components for tables. */
export const texts = {
  exportList: {
    exportFormats: {
      json: 'JSON',
    },
    export: 'Export',
  },
  listFilters: {
    currencyError: 'Three letters, such as usd.',
    tenantOrInvoiceLabel: 'Tenant or invoice',
  },
  ownTenants: {
    name: 'your tenants',
    empty: 'You do not operate any tenant.',
    noneFound: 'No tenant has this in its name.',
  },
  rows: { showMore: 'Show more' },
} as const;
