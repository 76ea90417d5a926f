import { doorsOf } from '../support/http/doors.js';
import { PERMISSIONS, STEP_UP, WITHOUT_STEP_UP } from '../support/http/permissions.js';

/** Persons: what is for tokens of the host alone is in by-person.arch-spec.ts. */
const STAFF = ['reviewer', 'finance', 'admin'];

/** The changes by staff that need no recent proof of identity. What grants, lists, installs, decides or ends is not here. */
const UNASKED = doorsOf(
  `/admin: audit/verify setup/test-mail setup/test-payment-provider; /finance: exceptions/{id}/assign exceptions/{id}/note exports invoices/{id}/refund-preview
   /finance: policies/{key}/preview; /review/applications: {id}/judgements {id}/messages
   /review/submissions: {id}/judgements {id}/recheck; /review/cases: claim-next {id}/claim {id}/release; /demo: PUT filling`,
  '/api/v1',
).sort();

/** The changes by others that need none, below /api and by the reason: a start, then `POST` or another method named. */
const UNASKED_OF_OTHERS: Readonly<Record<string, string>> = {
  'asks for a password, a code or a mailed link itself': `
    /v1/account: password step-up second-factor/confirm second-factor/recovery-codes second-factor/remove
    /v1/auth: confirm-email first-admin password-reset password-reset/complete resend-confirmation second-factor sign-in sign-up
    /v1/auth: second-factor-removal/cancel staff-invitation; /v1/demo: sign-in`,
  'takes access away from oneself or keeps what there is': `
    /v1/account: second-factor/removal/cancel sessions/revoke-others DELETE sessions/{id}; /v1/auth: sign-out
    /v1/api-tokens: revoke-leaked DELETE {id}; /v1/author: members/leave payout-account/swap/cancel
    /v1/author: DELETE api-tokens/{id} invitations/{id}; /v1/author/drives/{driveId}: deprecation/withdraw`,
  'answers an invitation to the own address, or says for whom one acts': `
    /v1/account/operator-invitations/{id}: accept decline; /v1/author: invitations/accept invitations/preview
    /v1/author: organizations/{id}/choose`,
  'asks, and staff decide': `
    /public: catalogue/{slug}/concerns
    /v1/applications: . {id}/appeal {id}/appeal/withdraw {id}/messages {id}/submit {id}/withdraw PATCH {id}
    /v1/author: appeals/{id}/withdraw; /v1/author/drives/{driveId}: appeal submissions sync evidence keys/dry-runs
    /v1/author/drives/{driveId}: content content/pictures content/state evidence/{evidenceId}/withdraw
    /v1/submissions/{id}: answer appeal notes share withdraw DELETE share`,
  'is signed with a typed name, which is kept': '/v1/author: agreement/sign',
  'ends what a page of the processor began, where the person was asked': `
    /v1/author: payment-method/finish payout-account/refresh; /v1/operator/tenants/{tenantId}: payment-method/finish`,
  'sends events of the author to an address that was added with a proof, or fewer of them': `
    /v1/author/webhooks/{id}: messages/{messageId}/resend test; /v1/author/webhooks: PATCH {id} DELETE {id}`,
  'is of an operator for the own tenant, whose other operators are told': `
    /v1/operator: installs subprocessor-notices/{id}/objection
    /v1/operator/installs/{id}: deliveries/replay give-up refresh renew-token settings take-over-id try-now uninstall
    /v1/operator/installs/{id}/upgrade: accept decline reconsider snooze
    /v1/operator/tenants/{tenantId}: billing-details upgrade-policy`,
  'is for a token of the host alone, which two admins approved': `
    /v1/host: deliveries/replay events installs PUT event-kinds/{kind}
    /v1/host: PUT external/tenants/{tenant}/operators/{operator} tenants/{id}/billing-details tenants/{id}/payer
    /v1/host/installs/{id}: settings uninstall upgrade/accept upgrade/decline upgrade/reconsider upgrade/snooze
    /v1/host/tenants/{id}: compliance currency upgrade-policy`,
  'is how the person is notified': '/v1/notifications: choices read {id}/read',
  'is signed by the processor': '/stripe: webhooks webhooks/connect',
  'moves the clock of a sandbox': '/v1/sandbox: clock clock/lease DELETE clock/lease/{lease}',
};

describe('a change by others', () => {
  it('asks for a recent proof of identity, or is in the table of those that do not, with its reason', () => {
    const asked = Object.entries(PERMISSIONS)
      .filter(
        ([name, who]) => !name.startsWith('GET ') && !(typeof who === 'object' && who.some((r) => STAFF.includes(r))),
      )
      .map(([name]) => name);
    expect(asked.length).toBeGreaterThan(100);
    const named = Object.values(UNASKED_OF_OTHERS).flatMap((text) => doorsOf(text, '/api'));
    expect(asked.filter((name) => !STEP_UP.has(name)).sort()).toEqual(named.sort());
  });
});

describe('a change by staff', () => {
  const ofStaff = Object.entries(PERMISSIONS)
    .filter(
      ([name, roles]) => !name.startsWith('GET ') && typeof roles === 'object' && roles.some((r) => STAFF.includes(r)),
    )
    .map(([name]) => name);

  it('asks for a recent proof of identity, or is in the table of those that do not, with its reason', () => {
    expect(ofStaff.length).toBeGreaterThan(90);
    expect(ofStaff.filter((name) => !STEP_UP.has(name)).sort()).toEqual(UNASKED);
    expect([...WITHOUT_STEP_UP.keys()].sort()).toEqual(UNASKED);
    for (const reason of WITHOUT_STEP_UP.values()) expect(reason).toMatch(/\w{3,}.* \w{3,}/);
  });
});
