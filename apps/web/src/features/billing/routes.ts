import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { admin, finance, money, plugins } from '../../shell/route-parents.js';

export const billingRoutes = {
  money: [
    createRoute({
      getParentRoute: () => money,
      path: '/author/earnings-estimator',
      component: lazyRouteComponent(() => import('./invoicing/earnings-estimator.page.js'), 'EarningsEstimatorPage'),
    }),
    createRoute({
      getParentRoute: () => money,
      path: '/author/listing-fees',
      component: lazyRouteComponent(() => import('./invoicing/listing-fees.page.js'), 'ListingFeesPage'),
    }),
  ],
  finance: [
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/periods',
      component: lazyRouteComponent(() => import('./invoicing/periods.page.js'), 'PeriodsPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/periods/$month',
      component: lazyRouteComponent(() => import('./invoicing/period.page.js'), 'PeriodPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/invoices',
      component: lazyRouteComponent(() => import('./invoicing/invoices.page.js'), 'InvoicesPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/invoices/$id',
      component: lazyRouteComponent(() => import('./invoicing/invoice.page.js'), 'InvoicePage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/refunds',
      component: lazyRouteComponent(() => import('./refunds/refunds.page.js'), 'RefundsPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/refunds/$id',
      component: lazyRouteComponent(() => import('./refunds/refund.page.js'), 'RefundPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/credit-notes',
      component: lazyRouteComponent(() => import('./refunds/credit-notes.page.js'), 'CreditNotesPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/disputes',
      component: lazyRouteComponent(() => import('./disputes/disputes.page.js'), 'DisputesPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/disputes/$id',
      component: lazyRouteComponent(() => import('./disputes/dispute.page.js'), 'DisputePage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/policies',
      component: lazyRouteComponent(() => import('./policies/policies.page.js'), 'PoliciesPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/policies/$key',
      component: lazyRouteComponent(() => import('./policies/policy.page.js'), 'PolicyPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/revenue-shares',
      component: lazyRouteComponent(() => import('./policies/shares.page.js'), 'SharesPage'),
    }),
    createRoute({
      getParentRoute: () => finance,
      path: '/finance/write-offs',
      component: lazyRouteComponent(() => import('./collection/write-offs.page.js'), 'WriteOffsPage'),
    }),
  ],
  plugins: [
    createRoute({
      getParentRoute: () => plugins,
      path: '/plugins/invoices/$id',
      component: lazyRouteComponent(() => import('./invoicing/invoice.page.js'), 'TenantInvoicePage'),
    }),
    createRoute({
      getParentRoute: () => plugins,
      path: '/plugins/billing',
      component: lazyRouteComponent(() => import('./invoicing/billing.page.js'), 'BillingPage'),
    }),
  ],
  admin: [
    createRoute({
      getParentRoute: () => admin,
      path: '/admin/policies',
      component: lazyRouteComponent(() => import('./policies/admin-policies.page.js'), 'AdminPoliciesPage'),
    }),
  ],
} as const;
