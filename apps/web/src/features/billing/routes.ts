import { admin, finance, money, page, plugins } from '../../shell/routes/parents.js';

export const billingRoutes = [
  page(
    money,
    '/author/earnings-estimator',
    () => import('./invoicing/earnings-estimator.page.js'),
    'EarningsEstimatorPage',
  ),
  page(money, '/author/listing-fees', () => import('./invoicing/listing-fees.page.js'), 'ListingFeesPage'),
  page(finance, '/finance/periods', () => import('./invoicing/periods.page.js'), 'PeriodsPage'),
  page(finance, '/finance/periods/$month', () => import('./invoicing/period.page.js'), 'PeriodPage'),
  page(finance, '/finance/invoices', () => import('./invoicing/invoices.page.js'), 'InvoicesPage'),
  page(finance, '/finance/invoices/$id', () => import('./invoicing/invoice.page.js'), 'InvoicePage'),
  page(finance, '/finance/refunds', () => import('./refunds/refunds.page.js'), 'RefundsPage'),
  page(finance, '/finance/refunds/$id', () => import('./refunds/refund.page.js'), 'RefundPage'),
  page(finance, '/finance/credit-notes', () => import('./refunds/credit-notes.page.js'), 'CreditNotesPage'),
  page(finance, '/finance/disputes', () => import('./disputes/disputes.page.js'), 'DisputesPage'),
  page(finance, '/finance/disputes/$id', () => import('./disputes/dispute.page.js'), 'DisputePage'),
  page(finance, '/finance/policies', () => import('./policies/policies.page.js'), 'PoliciesPage'),
  page(finance, '/finance/policies/$key', () => import('./policies/policy.page.js'), 'PolicyPage'),
  page(finance, '/finance/revenue-shares', () => import('./policies/shares.page.js'), 'SharesPage'),
  page(plugins, '/plugins/invoices/$id', () => import('./invoicing/invoice.page.js'), 'TenantInvoicePage'),
  page(plugins, '/plugins/billing', () => import('./invoicing/billing.page.js'), 'BillingPage'),
  page(admin, '/admin/policies', () => import('./policies/admin-policies.page.js'), 'AdminPoliciesPage'),
] as const;
