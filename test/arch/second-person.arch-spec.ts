import { doorsOf } from '../support/http/doors.js';
import { PERMISSIONS } from '../support/http/permissions.js';

/** The changes by staff that wait for a second person, always or above a limit, by the kind of the approval. */
const WAITING: Readonly<Record<string, string>> = {
  key_scope: '/admin: drives/{driveId}/key-scope',
  host_token: '/admin: host-tokens',
  role: '/admin/users/{id}: roles',
  staff_invitation: '/admin/users: invitations',
  factor_removal: '/admin/users/{id}: second-factor-removal',
  capability_switch: '/capabilities/{thing}/{id}: switches',
  commercial_change: '/finance: commercial-changes',
  exception_write_off: '/finance: exceptions/{id}/write-off',
  give_back:
    '/finance: disputes/{id}/accept invoices/{id}/credit-notes invoices/{id}/refunds invoices/{id}/surplus-refunds',
  host_payment: '/finance: invoices/{id}/host-payment',
  write_off: '/finance: invoices/{id}/write-off tenants/{tenantId}/write-off',
  month_close: '/finance: periods/{month}/close',
  policy: '/finance: policies/{key}/proposals',
  recovery: '/finance: recoveries',
  share_override: '/finance: revenue-share-overrides',
  operator_invitation: '/host/tenants/{id}: operators',
  removal: '/review: drives/{driveId}/removal',
  review_exception: '/review: submissions/{id}/exceptions',
  'payout run, which as many people approve as policies say': '/finance/payout-runs: . {id}/recompute',
};

/** Those that one person makes alone, by the reason. */
const ALONE: Readonly<Record<string, string>> = {
  'is the second person, or takes back what the own one proposed': `
    /approvals/{id}: approve refuse withdraw; /finance/payout-runs/{id}: approve execute exceptions/decide`,
  'takes nothing away and gives nothing: notes, looks, files, the same work again': `
    /admin: audit/verify setup/test-mail setup/test-payment-provider deliveries/{id}/retry schedules/{job}/run
    /finance: exceptions/{id}/assign exceptions/{id}/note exports invoices/{id}/refund-preview policies/{key}/preview
    /finance: reconciliation payout-runs/{id}/retry-failed payout-runs/{id}/give-up-failed; /demo: PUT filling
    /review/applications: {id}/judgements {id}/messages
    /review/submissions: {id}/judgements {id}/recheck
    /review/cases: claim-next {id}/claim {id}/release`,
  'stops, and is undone as easily': `
    /admin: authors/{orgId}/offboarding authors/{orgId}/offboarding/withdraw authors/{orgId}/suspend authors/{orgId}/resume
    /admin: users/{id}/disable users/{id}/enable users/{id}/roles/revoke DELETE host-tokens/{id}
    /capabilities: switches/{id}/end; /finance: payout-holds payout-holds/{id}/end
    /finance/payout-runs/{id}: cancel pause resume
    /host: tenants/{id}/operators/{userId}/remove DELETE external/tenants/{tenant}/operators/{operator}
    /review: drives/{driveId}/deprecation drives/{driveId}/deprecation/withdraw drives/{driveId}/state exceptions/{id}/end`,
  'judges what an author asks; an appeal is heard by another person': `
    /review: evidence/{evidenceId}/accept evidence/{evidenceId}/reject
    /review: appeals/{id}/decide applications/{id}/appeal/decide applications/{id}/decide submissions/{id}/decide
    /review: contents/{id}/decide concerns/{id}/close`,
  'moves no money: each payment has its own rule': `
    /finance: disputes/{id}/evidence exceptions/{id}/close exceptions/{id}/explain`,
  'publishes or sends, and everybody concerned is told': `
    /admin: agreements documents/{kind} contract-versions/{major}/sunset
    /admin: fleet-keys/issue fleet-keys/rotate fleet-keys/{keyId}/end
    /admin/webhooks: . {id}/messages/{messageId}/resend {id}/rotate {id}/test PATCH {id} DELETE {id}`,
  'keeps the host’s own list of tenants, or what an operator began': `
    /host: tenants tenants/{id}/ventures PUT external/tenants/{tenant} external/tenants/{tenant}/ventures/{venture}
    /host/unfinished-installs/{id}: give-up take-over-id try-now`,
};

describe('a change by staff', () => {
  it('waits for a second person, or is in the table of those that do not, with its reason', () => {
    const changes = Object.entries(PERMISSIONS)
      .filter(([name, who]) => !name.startsWith('GET ') && typeof who === 'object' && who.some(isStaff))
      .map(([name]) => name);
    const named = [...Object.values(WAITING), ...Object.values(ALONE)].flatMap((text) => doorsOf(text, '/api/v1'));
    expect(changes.length).toBeGreaterThan(90);
    expect(named.sort()).toEqual(changes.sort());
  });
});

const isStaff = (role: string): boolean => ['reviewer', 'finance', 'admin'].includes(role);
