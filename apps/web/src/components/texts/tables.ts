/** Interface texts of the shared components for tables. */
export const texts = {
  exportList: {
    exportFormats: {
      csv: 'CSV',
      json: 'JSON',
      pdf: 'PDF',
    },
    export: 'Export',
  },
  listFilters: {
    currencyError: 'Three letters, such as usd.',
    tenantOrInvoiceLabel: 'Tenant or invoice',
    authorOrDriveLabel: 'Author or Drive',
  },
  ownTenants: {
    name: 'your tenants',
    searchLabel: 'Tenant',
    empty: 'You do not operate any tenant.',
    noneFound: 'No tenant has this in its name.',
  },
  showMore: { showMore: 'Show more' },
} as const;
