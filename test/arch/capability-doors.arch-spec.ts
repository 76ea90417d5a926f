import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AUTHOR_CAPABILITIES } from '../../libs/authors/src/organizations/domain/author-capabilities.js';
import { INSTALL_CAPABILITIES, INSTALL_SQL } from '../../libs/installs/src/install/domain/install-capabilities.js';
import { TENANT_CAPABILITIES } from '../../libs/installs/src/tenants/domain/tenant-capabilities.js';
import type { Capabilities } from '../../libs/kernel/src/index.js';
import { DRIVE_CAPABILITIES, DRIVE_SQL } from '../../libs/listings/src/listing/domain/drive-capabilities.js';
import { LISTING_CAPABILITIES, LISTING_SQL } from '../../libs/listings/src/listing/domain/listing-capabilities.js';
import { PAYEE_CAPABILITIES } from '../../libs/payouts/src/accounts/domain/payee-capabilities.js';
import { doorsOf } from '../support/http/doors.js';
import { PERMISSIONS } from '../support/http/permissions.js';

/** The entry points that ask for a capability: routes below /api/v1, consumers of events, and jobs. */
const ASKING: Readonly<Record<string, string>> = {
  'author submit': '/author: drives/{driveId}/submissions drives/{driveId}/content/state',
  'author issue_secrets': '/author: drives/{driveId}/keys/issue drives/{driveId}/keys/scope',
  'author rotate': '/author: drives/{driveId}/keys/rotate',
  'author publish': '/review: submissions/{id}/decide appeals/{id}/decide contents/{id}/decide',
  'author update': `
    listings: sync-manifest retry-sync-after-exception retry-sync-after-submission retry-sync-after-suspension`,
  'author take_back_end': `
    /author: drives/{driveId}/deprecation/withdraw; /review: drives/{driveId}/deprecation/withdraw
    listings: keep-drives-of-author`,
  'author invite': '/author: invitations',
  'author use_webhooks': `
    /author: webhooks webhooks/{id}/test PATCH webhooks/{id}
    /admin: webhooks webhooks/{id}/test PATCH webhooks/{id}`,
  'drive submit': '/author: drives/{driveId}/submissions drives/{driveId}/content/state',
  'drive publish': '/review: submissions/{id}/decide contents/{id}/decide',
  'drive sync': '/author: drives/{driveId}/sync; listings: sync-manifest; job listings: sync-manifests',
  'listing be_installed': '/operator: installs; /host: installs',
  'listing run': '/operator: GET plugins/{slug}',
  'listing show_checks': '/public: GET catalogue/{slug}/conformance',
  'install be_called': `
    /operator: installs/{id}/refresh; job installs: poll-events poll-slow-drives deliver-events send-config-updates`,
  'install change_settings': '/operator: installs/{id}/settings; /host: installs/{id}/settings',
  'install upgrade': '/operator: installs/{id}/upgrade/accept; /host: installs/{id}/upgrade/accept',
  'install answer_upgrades': ['/operator', '/host']
    .map((who) => `${who}/installs/{id}/upgrade: accept decline snooze reconsider`)
    .join('; '),
  'install take_events': `
    /host: events deliveries/replay; /operator: installs/{id}/deliveries/replay
    installs: ping-installed ping-upgraded; job installs: deliver-events`,
  'install open_pages': '/operator: GET installs/{id} installs/{id}/frame; /host: GET installs/{id}',
  'install show_embed': '/operator: installs/{id}/embed/reveal',
  'tenant install': '/operator: installs; /host: installs',
  'tenant install_paid': '/operator: installs; /host: installs',
  'tenant invite': '/host: tenants/{id}/operators PUT external/tenants/{tenant}/operators/{operator}',
  'tenant be_charged': `
    /operator: invoices/{id}/pay; /author: invoices/{id}/pay; billing: charge-invoice collect-tenant
    job billing: collect-due`,
  'tenant be_refunded': '/finance: invoices/{id}/refunds invoices/{id}/surplus-refunds',
  'payee set_up_account': '/author: payout-account',
  'payee replace_account': '/author: payout-account/swap',
  'payee be_paid': 'payouts: send-payout; /finance: payout-runs/{id}/retry-failed',
};

/** Those that ask for none, by the reason. A change is named here; a pattern finds only reads, consumers and jobs. */
const ASKING_NONE: Readonly<Record<string, string | RegExp>> = {
  'a read': /^GET /,
  'about persons, their sessions, tokens and notices; a disabled person is refused everywhere': `
    /account: operator-invitations/{id}/accept operator-invitations/{id}/decline password sessions/revoke-others
    /account: step-up DELETE sessions/{id}
    /account/second-factor: confirm recovery-codes removal/cancel remove start
    /admin: host-tokens users/invitations DELETE host-tokens/{id}
    /admin/users/{id}: disable enable roles roles/revoke second-factor-removal; /api-tokens: . revoke-leaked DELETE {id}
    /auth: confirm-email first-admin password-reset password-reset/complete resend-confirmation second-factor
    /auth: second-factor-removal/cancel staff-invitation sign-in sign-out sign-up
    /author: api-tokens organizations/{id}/choose DELETE api-tokens/{id}; /demo: sign-in
    /notifications: choices read {id}/read; identity: send-account-mail`,
  'a concern that anybody reports: it changes nothing until a reviewer acts': '/public: catalogue/{slug}/concerns',
  'an application, from which an author comes': `
    /applications: .; /applications/{id}: appeal appeal/withdraw messages submit withdraw PATCH .
    /review/applications/{id}: appeal/decide decide judgements messages
    authors: check-applied-manifest`,
  'decides or ends what others proposed': `
    /admin: authors/{orgId}/offboarding/withdraw; /approvals: {id}/approve {id}/refuse {id}/withdraw
    /author: appeals/{id}/withdraw drives/{driveId}/evidence/{evidenceId}/withdraw offboarding/withdraw
    /capabilities: switches/{id}/end {thing}/{id}/switches; /finance: payout-runs/{id}/approve
    /submissions: {id}/withdraw`,
  'staff judge, hold, suspend, end and correct: it is what takes capabilities away, and works in every state': `
    /admin: agreements documents/{kind} setup/test-mail setup/test-payment-provider audit/verify
    /admin: authors/{orgId}/offboarding authors/{orgId}/resume authors/{orgId}/suspend
    /admin: contract-versions/{major}/sunset deliveries/{id}/retry drives/{driveId}/key-scope fleet-keys/issue
    /admin: fleet-keys/rotate fleet-keys/{keyId}/end schedules/{job}/run
    /finance: commercial-changes disputes/{id}/accept disputes/{id}/evidence exports invoices/{id}/credit-notes
    /finance: invoices/{id}/host-payment invoices/{id}/refund-preview invoices/{id}/write-off payout-holds
    /finance: payout-holds/{id}/end
    /finance: periods/{month}/close policies/{key}/preview policies/{key}/proposals reconciliation recoveries
    /finance: revenue-share-overrides tenants/{tenantId}/write-off
    /finance/exceptions/{id}: assign close explain note write-off
    /review: cases/{id}/claim cases/{id}/release concerns/{id}/close evidence/{evidenceId}/accept evidence/{evidenceId}/reject
    /review: drives/{driveId}/deprecation drives/{driveId}/removal drives/{driveId}/state exceptions/{id}/end
    /review/cases: claim-next; /review/submissions/{id}: exceptions judgements recheck`,
  'a run as a whole: each payee is asked when it is paid':
    '/finance/payout-runs: .; /finance/payout-runs/{id}: cancel exceptions/decide execute give-up-failed pause recompute resume',
  'the author leaves, ends, answers or tidies up: open in every state': `
    /author: agreement/sign invitations/accept invitations/preview members/leave offboarding payment-method
    /author: payment-method/finish payment-method/page payout-account/refresh payout-account/swap/cancel tax-profile
    /author: PATCH members/{userId} DELETE invitations/{id} members/{userId}
    /author/drives/{driveId}: appeal content content/pictures deprecation evidence keys/dry-runs keys/{keyId}/end
    /submissions/{id}: answer appeal notes share DELETE share`,
  'a webhook that is sent what happened; its address was tested': `
    /admin: webhooks/{id}/messages/{messageId}/resend webhooks/{id}/rotate DELETE webhooks/{id}
    /author: webhooks/{id}/messages/{messageId}/resend webhooks/{id}/rotate DELETE webhooks/{id}
    job webhooks: send-messages`,
  'the tenant ends, answers, pays by another card or says how it wants things: open in every state': `
    /host: installs/{id}/uninstall PUT tenants/{id}/billing-details tenants/{id}/payer
    /operator: subprocessor-notices/{id}/objection
    /operator/installs/{id}: give-up renew-token take-over-id try-now uninstall
    /operator/tenants/{tenantId}: billing-details payment-method payment-method/finish payment-method/page
    /operator/tenants/{tenantId}: upgrade-policy`,
  'the host keeps its own books of tenants and events': `
    /host: unfinished-installs/{id}/give-up unfinished-installs/{id}/take-over-id
    /host: unfinished-installs/{id}/try-now PUT event-kinds/{kind} external/tenants/{tenant}
    /host: PUT external/tenants/{tenant}/ventures/{venture} DELETE external/tenants/{tenant}/operators/{operator}
    /host/tenants: .; /host/tenants/{id}: compliance currency operators/{userId}/remove upgrade-policy ventures`,
  'the sandbox and the provider':
    '/stripe: webhooks webhooks/connect; /sandbox: clock clock/lease DELETE clock/lease/{lease}; /demo: PUT filling',
  'finishes what was allowed when it began':
    /^installs\.(end-installs|open-prompts|open-subprocessor-notices|perform-handshake|probe-token|read-last-events|reassess-\S+|reconcile-\S+|revoke-install)$|^listings\.(end-drives-of-author|fetch-\S+|recheck-submission|validate-submission|sync-subprocessors-address)$|^billing\.(accept-dispute|change-segment|close-month|close-segment|finish-card-page|open-segment|record-tax|reverse-tax|send-refund|settle-charge|sync-billing-model)$|^payouts\.sync-\S+$|^secrets\.run-rotation-dry-run$|^job (installs\.(make-due-calls|close-keys-of-left)|payouts\.redrive-attempts|billing\.redrive-refunds|listings\.advance-deprecations|authors\.end-accounts)$/,
  'notifies people':
    /^[a-z]+\.mail-|^installs\.(deprecation-\w+|origin-changed|tenant-\w+)$|^job (\w+\.(remind|notify)-\S+|reconciliation\.watch-exceptions)$/,
  'counts, seals, compares, keeps and purges, or takes away what is not met':
    /^reconciliation\.reconcile$|^statements\.(make-export|seal-month)$|^job (\w+\.(purge|seal|check|count|watch|roll-up|record|anchor)-\S+|platform\.reseal|stripe-gateway\.backfill-events|payouts\.(release-holds|sync-bank-payouts)|reconciliation\.reconcile|statements\.seal-due|billing\.(suspend|resume)-tenants)$/,
};

const sources = readdirSync('libs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
  .map((file) => [path.join('libs', file), readFileSync(path.join('libs', file), 'utf8')] as const);
const found = (pattern: RegExp, texts = sources): string[] =>
  texts.flatMap(([, text]) => [...text.matchAll(pattern)].map(([, name]) => name!));

const doors = [
  ...Object.keys(PERMISSIONS).map((name) => name.replace('/api/v1/', '/').replace('/api/', '/')),
  ...found(/(?:consumer: |(?:event|money)Processor\(\s*\w+,\s*)'([^']+)'/g),
  ...[...readFileSync('apps/worker/src/schedules.ts', 'utf8').matchAll(/job: '([^']+)'/g)].map(
    ([, job]) => `job ${job}`,
  ),
];

const TABLES = [
  [AUTHOR_CAPABILITIES, 'AUTHOR|accounts', {}],
  [DRIVE_CAPABILITIES, 'DRIVE', DRIVE_SQL],
  [LISTING_CAPABILITIES, 'LISTING', LISTING_SQL],
  [INSTALL_CAPABILITIES, 'INSTALL|installs|repository', INSTALL_SQL],
  [TENANT_CAPABILITIES, 'TENANT|suspensions', {}],
  [PAYEE_CAPABILITIES, 'PAYEE', {}],
] as const;

describe('a route, consumer or job', () => {
  it('asks for a capability, or is among those that ask for none with the reason', () => {
    expect(doors.length).toBeGreaterThan(500);
    const asking = Object.values(ASKING).flatMap((text) => doorsOf(text));
    const found = (which: RegExp) => doors.filter((door) => which.test(door) && /^(GET |[^A-Z])/.test(door));
    const none = Object.values(ASKING_NONE).map((which) => (typeof which === 'string' ? doorsOf(which) : found(which)));
    const named = [...asking, ...none.flat()];
    expect(doors.filter((door) => !named.includes(door))).toEqual([]);
    expect(named.filter((door) => !doors.includes(door))).toEqual([]);
    expect(none.filter((group) => group.length === 0)).toEqual([]);
  });

  it('asks for each capability of every table somewhere, and for no other', () => {
    const code = sources.map(([, text]) => text).join('');
    const asked = TABLES.flatMap(([{ thing, words }, by]) =>
      Object.keys(words)
        .filter((capability) =>
          new RegExp(
            `(assertMay|whyNot|whyOff)\\((?<!\\w)[^;]*?'${capability}'|(switchedOff|offOf)\\('${thing}', '${capability}'|(${by})\\w*\\.(allows|sql|show)\\([^;]*'${capability}'|_SQL\\.${capability}\\b|this\\.show\\([^;]*'${capability}'`,
          ).test(code),
        )
        .map((capability) => `${thing} ${capability}`),
    );
    expect(asked.sort()).toEqual(Object.keys(ASKING).sort());
    const off = [...code.matchAll(/(?:switchedOff|offOf)\('(\w+)', '(\w+)'/g)].map(
      ([, thing, capability]) => `${thing} ${capability}`,
    );
    expect(off.filter((one) => !(one in ASKING))).toEqual([]);
  });

  it('has its thing on a page of staff, who see what it may do', () => {
    const pages = readdirSync('apps/web/src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.page.tsx'))
      .map((file) => readFileSync(path.join('apps/web/src', file), 'utf8'))
      .join('');
    expect(
      TABLES.map(([{ thing }]) => thing).filter((thing) => !pages.includes(`<Capabilities thing="${thing}"`)),
    ).toEqual([]);
  });

  it('that selects rows by SQL uses the states of the table', () => {
    for (const [table, , lists] of TABLES)
      for (const [capability, list] of Object.entries<string>(lists)) {
        const states = (table.states as readonly string[]).filter((state) =>
          (table as Capabilities).allows(state, capability),
        );
        expect([table.thing, capability, list]).toEqual([
          table.thing,
          capability,
          states.map((state) => `'${state}'`).join(', '),
        ]);
      }
  });

  it('that needs a second person proposes a registered kind, and only an approval writes its effect', () => {
    const schema = readdirSync('db', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.sql'))
      .map((file) => readFileSync(path.join('db', file), 'utf8'))
      .join('');
    const code = sources.map(([, text]) => text).join('');
    const kinds = sources.flatMap(([, text]) => {
      const [, name] = /class (\w+) implements ApprovalKind</.exec(text) ?? [];
      if (name === undefined) return [];
      const [, literal, constant] = /readonly kind = (?:'(\w+)'|(\w+));/.exec(text)!;
      return [{ name, kind: literal ?? new RegExp(`\\b${constant} = '(\\w+)'`).exec(code)![1]! }];
    });
    expect(kinds.length).toBeGreaterThan(4);
    expect(
      kinds.filter(({ name }) => !code.includes(`approvalKind(${name})`) || !new RegExp(`\\w+: ${name}\\b`).test(code)),
    ).toEqual([]);
    expect(kinds.filter(({ kind }) => !new RegExp(`(enacts\\(|kind = )'${kind}'`).test(schema))).toEqual([]);
  });
});
