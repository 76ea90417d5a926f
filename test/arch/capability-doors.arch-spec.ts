import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AUTHOR_CAPABILITIES } from '../../libs/authors/src/organizations/domain/author-capabilities.js';
import { INSTALL_CAPABILITIES, INSTALL_SQL } from '../../libs/installs/src/install/domain/install-capabilities.js';
import { TENANT_CAPABILITIES } from '../../libs/installs/src/tenants/domain/tenant-capabilities.js';
import type { Capabilities } from '../../libs/kernel/src/index.js';
import { LISTING_CAPABILITIES, LISTING_SQL } from '../../libs/listings/src/listing/domain/listing-capabilities.js';
import { PAYEE_CAPABILITIES } from '../../libs/payouts/src/accounts/domain/payee-capabilities.js';
import { PERMISSIONS } from '../support/http/permissions.js';

/** The doors that ask for a capability: routes below /api/v1, consumers of events, and jobs. */
const ASKING: Readonly<Record<string, readonly string[]>> = {
  'author submit': ['POST /author/drives/{driveId}/submissions'],
  'author issue_secrets': ['POST /author/drives/{driveId}/keys/issue', 'POST /author/drives/{driveId}/keys/scope'],
  'author rotate': ['POST /author/drives/{driveId}/keys/rotate'],
  'author publish': ['POST /review/submissions/{id}/decide', 'POST /review/appeals/{id}/decide'],
  'author update': [
    'listings.sync-manifest',
    'listings.retry-sync-after-exception',
    'listings.retry-sync-after-submission',
    'listings.retry-sync-after-suspension',
  ],
  'author take_back_end': [
    'POST /author/drives/{driveId}/deprecation/withdraw',
    'POST /review/drives/{driveId}/deprecation/withdraw',
    'listings.keep-drives-of-author',
  ],
  'author invite': ['POST /author/invitations'],
  'author use_webhooks': [
    'POST /author/webhooks',
    'PATCH /author/webhooks/{id}',
    'POST /author/webhooks/{id}/test',
    'POST /admin/webhooks',
    'PATCH /admin/webhooks/{id}',
    'POST /admin/webhooks/{id}/test',
  ],
  'listing submit': ['POST /author/drives/{driveId}/submissions'],
  'listing publish': ['POST /review/submissions/{id}/decide'],
  'listing sync': ['POST /author/drives/{driveId}/sync', 'listings.sync-manifest', 'job listings.sync-manifests'],
  'listing be_installed': ['POST /operator/installs', 'POST /host/installs'],
  'listing run': ['GET /operator/plugins/{slug}'],
  'listing show_checks': ['GET /public/catalogue/{slug}/conformance'],
  'install be_called': [
    'POST /operator/installs/{id}/refresh',
    'job installs.poll-events',
    'job installs.poll-slow-drives',
    'job installs.deliver-events',
    'job installs.send-config-updates',
  ],
  'install change_settings': ['POST /operator/installs/{id}/settings', 'POST /host/installs/{id}/settings'],
  'install upgrade': ['POST /operator/installs/{id}/upgrade/accept', 'POST /host/installs/{id}/upgrade/accept'],
  'install show_embed': ['POST /operator/installs/{id}/embed/reveal'],
  'tenant install': ['POST /operator/installs', 'POST /host/installs'],
  'tenant install_paid': ['POST /operator/installs', 'POST /host/installs'],
  'tenant invite': ['POST /host/tenants/{id}/operators', 'PUT /host/external/tenants/{tenant}/operators/{operator}'],
  'tenant be_charged': [
    'POST /operator/invoices/{id}/pay',
    'POST /author/invoices/{id}/pay',
    'billing.charge-invoice',
    'billing.collect-tenant',
    'job billing.collect-due',
  ],
  'tenant be_refunded': ['POST /finance/invoices/{id}/refunds', 'POST /finance/invoices/{id}/surplus-refunds'],
  'payee set_up_account': ['POST /author/payout-account'],
  'payee replace_account': ['POST /author/payout-account/swap'],
  'payee be_paid': ['payouts.send-payout', 'POST /finance/payout-runs/{id}/retry-failed'],
};

/** The doors that ask for none, by the reason. */
const ASKING_NONE: Readonly<Record<string, RegExp>> = {
  'a read': /^GET /,
  'about persons, their sessions, tokens and notices; a disabled person comes through no door':
    /^\w+ \/(account|auth|api-tokens|notifications|demo|admin\/(users|host-tokens|second-factor-removals))\b|^POST \/author\/(api-tokens|organizations)|^DELETE \/author\/api-tokens|^identity\./,
  'an application, from which an author comes': /^\w+ \/(applications|review\/applications)\b|^authors\.check-applied/,
  'decides or ends what others proposed':
    /^\w+ \/(approvals|capabilities)\b|\/(approve|reject|refuse|decline|confirm|withdraw)$/,
  'staff judge, hold, suspend, end and correct: it is what takes capabilities away, and works in every state':
    /^\w+ \/(admin|review|finance)\/(?!payout-runs|invoices|webhooks)|^POST \/finance\/invoices\/\{id\}\/(credit-notes|refund-preview|write-off)$/,
  'a run as a whole: each payee is asked when it is paid': /^POST \/finance\/payout-runs(?!.*retry-failed)/,
  'the author leaves, ends, answers or tidies up: open in every state':
    /^\w+ \/author\/(agreement|appeals|members|offboarding|payment-method|tax-profile|invitations\/)|^DELETE \/author\/invitations|^\w+ \/author\/drives\/\{driveId\}\/(appeal|deprecation$|evidence|keys\/(dry-runs|\{keyId\}))|^\w+ \/submissions\/|^POST \/author\/payout-account\/(refresh|swap\/cancel)/,
  'a webhook that is sent what happened; its address was tested':
    /^\w+ \/(author|admin)\/webhooks\/.*(rotate|resend)$|^DELETE \/(author|admin)\/webhooks|^(job )?webhooks\./,
  'the tenant ends, answers, pays by another card or says how it wants things: open in every state':
    /^POST \/operator\/(tenants|subprocessor-notices)\/|^POST \/(operator|host)\/installs\/\{id\}\/(uninstall|upgrade\/(decline|reconsider|snooze)|give-up|try-now|take-over-id|renew-token|deliveries\/replay)$/,
  'the host keeps its own books of tenants and events':
    /^\w+ \/host\/(?!installs|tenants\/\{id\}\/operators$|external\/tenants\/\{tenant\}\/operators)|^DELETE \/host\/external|^POST \/host\/tenants\/\{id\}\/operators\/\{userId\}\/remove/,
  'the sandbox and the provider': /^\w+ \/(sandbox|stripe)\//,
  'finishes what a door let in, whatever happened since':
    /^installs\.(end-installs|open-prompts|open-subprocessor-notices|perform-handshake|ping-\w+|probe-token|read-last-events|reassess-\S+|reconcile-\S+|revoke-install)$|^listings\.(end-drives-of-author|fetch-\S+|recheck-submission|validate-submission|sync-subprocessors-address)$|^billing\.(accept-dispute|change-segment|close-month|close-segment|finish-card-page|open-segment|record-tax|reverse-tax|send-refund|settle-charge|sync-billing-model)$|^payouts\.sync-\S+$|^secrets\.run-rotation-dry-run$|^job (installs\.(make-due-calls|close-keys-of-left)|payouts\.redrive-attempts|billing\.redrive-refunds|listings\.advance-deprecations|authors\.end-accounts|identity\.remove-factors)$/,
  'tells persons':
    /^[a-z]+\.mail-|^installs\.(deprecation-\w+|origin-changed|tenant-\w+)$|^job (installs\.remind-upgrades|listings\.notify-\S+|secrets\.remind-overlaps|reconciliation\.watch-exceptions)$/,
  'counts, seals, compares, keeps and forgets, or takes away what is not met':
    /^reconciliation\.reconcile$|^statements\.(make-export|seal-month)$|^job (\w+\.(forget|seal|check|count|watch|roll-up|anchor)-\S+|platform\.reseal|stripe-gateway\.backfill-events|payouts\.(release-holds|sync-bank-payouts)|reconciliation\.reconcile|statements\.seal-due|billing\.(suspend|resume)-tenants)$/,
};

const sources = readdirSync('libs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
  .map((file) => [path.join('libs', file), readFileSync(path.join('libs', file), 'utf8')] as const);
const found = (pattern: RegExp, texts = sources): string[] =>
  texts.flatMap(([, text]) => [...text.matchAll(pattern)].map(([, name]) => name!));

const doors = [
  ...Object.keys(PERMISSIONS).map((name) => name.replace('/api/v1/', '/').replace('/api/', '/')),
  ...found(/consumer: '([^']+)'/g),
  ...[...readFileSync('apps/worker/src/schedules.ts', 'utf8').matchAll(/job: '([^']+)'/g)].map(
    ([, job]) => `job ${job}`,
  ),
];

const TABLES = [
  [AUTHOR_CAPABILITIES, 'AUTHOR|accounts', {}],
  [LISTING_CAPABILITIES, 'LISTING', LISTING_SQL],
  [INSTALL_CAPABILITIES, 'INSTALL|installs|repository', INSTALL_SQL],
  [TENANT_CAPABILITIES, 'TENANT|suspensions', {}],
  [PAYEE_CAPABILITIES, 'PAYEE', {}],
] as const;

describe('a door', () => {
  it('asks for a capability, or is among those that ask for none with the reason', () => {
    expect(doors.length).toBeGreaterThan(500);
    const asking = new Set(Object.values(ASKING).flat());
    const groups = Object.entries(ASKING_NONE);
    expect(doors.filter((door) => !asking.has(door) && !groups.some(([, which]) => which.test(door)))).toEqual([]);
    expect([...asking].filter((door) => !doors.includes(door))).toEqual([]);
    expect(groups.filter(([, which]) => !doors.some((door) => which.test(door)))).toEqual([]);
  });

  it('asks for each capability of every table somewhere, and for no other', () => {
    const code = sources.map(([, text]) => text).join('');
    const asked = TABLES.flatMap(([{ thing, words }, by]) =>
      Object.keys(words)
        .filter((capability) =>
          new RegExp(
            `(assertMay|whyNot|whyOff)\\((?<!\\w)[^;]*?'${capability}'|switchedOff\\('${thing}', '${capability}'|(${by})\\w*\\.(allows|sql|show)\\([^;]*'${capability}'|_SQL\\.${capability}\\b|this\\.show\\([^;]*'${capability}'`,
          ).test(code),
        )
        .map((capability) => `${thing} ${capability}`),
    );
    expect(asked.sort()).toEqual(Object.keys(ASKING).sort());
    const off = [...code.matchAll(/switchedOff\('(\w+)', '(\w+)'/g)].map(
      ([, thing, capability]) => `${thing} ${capability}`,
    );
    expect(off.filter((one) => !(one in ASKING))).toEqual([]);
  });

  it('that reads sets reads the states of the table', () => {
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

  it('that needs a second person proposes a kind, which is registered, and what it does is written by an approval', () => {
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
