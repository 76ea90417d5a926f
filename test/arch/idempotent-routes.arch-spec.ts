import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PERMISSIONS } from '../support/http/permission-matrix.js';
import { RETRIED } from '../support/http/retried-routes.js';

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const changing = Object.keys(PERMISSIONS).filter((route) => CHANGING.has(route.split(' ')[0]!));
const { paths } = JSON.parse(readFileSync(path.resolve('docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { parameters?: { $ref?: string }[] }>>;
};
/** As in the description, which follows from the guard of each route. */
const takesKey = (route: string): boolean => {
  const [method, url] = route.split(' ') as [string, string];
  const { parameters = [] } = paths[url]![method.toLowerCase()]!;
  return parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
};

/** Routes that change something and take no key, by the reason why a repeat is harmless. */
const WITHOUT_KEY: Readonly<Record<string, readonly string[]>> = {
  'the provider sends an event again under its own id, which is stored once': [
    'POST /api/stripe/webhooks',
    'POST /api/stripe/webhooks/connect',
  ],
  'a mailed link or a token works once, or leads to the same end again': [
    'POST /api/v1/auth/confirm-email',
    'POST /api/v1/auth/password-reset/complete',
    'POST /api/v1/auth/second-factor',
    'POST /api/v1/auth/second-factor-removal/cancel',
    'POST /api/v1/api-tokens/revoke-leaked',
  ],
  'nobody is signed in; there is one account for an address, and mails are limited': [
    'POST /api/v1/auth/sign-up',
    'POST /api/v1/auth/resend-confirmation',
    'POST /api/v1/auth/password-reset',
  ],
  'every session is one of its own, or has ended': [
    'POST /api/v1/auth/sign-in',
    'POST /api/v1/demo/sign-in',
    'POST /api/v1/auth/sign-out',
  ],
  'changes nothing': ['POST /api/v1/author/invitations/preview'],
  'a file, which its digest tells from another': ['POST /api/v1/author/drives/{driveId}/evidence'],
};

/** Routes that move money or change what is billed. */
const ABOUT_MONEY =
  /^\/api\/v1\/(finance|operator|host\/(installs|unfinished-installs)|author\/(payout-account|payment-method|invoices))\b/;

/** Of these, the routes that test/money/killed-requests.int-spec.ts does not play, by the reason. */
const NOT_PLAYED: Readonly<Record<string, readonly string[]>> = {
  'the same use case as a route that is played, for another caller': [
    'POST /api/v1/author/invoices/{id}/pay',
    'POST /api/v1/author/payment-method',
    'POST /api/v1/author/payment-method/page',
    'POST /api/v1/author/payment-method/finish',
    'POST /api/v1/host/installs/{id}/settings',
    'POST /api/v1/host/installs/{id}/upgrade/accept',
    'POST /api/v1/host/installs/{id}/upgrade/decline',
    'POST /api/v1/host/installs/{id}/upgrade/reconsider',
    'POST /api/v1/host/installs/{id}/upgrade/snooze',
    'POST /api/v1/host/unfinished-installs/{id}/give-up',
    'POST /api/v1/host/unfinished-installs/{id}/take-over-id',
    'POST /api/v1/host/unfinished-installs/{id}/try-now',
  ],
  'a decision about later money, which another person has to approve or rejects; its row is unique or superseded': [
    'POST /api/v1/finance/commercial-changes',
    'POST /api/v1/finance/commercial-changes/{id}/approve',
    'POST /api/v1/finance/commercial-changes/{id}/reject',
    'POST /api/v1/finance/policies/{key}/proposals',
    'POST /api/v1/finance/policy-proposals/{id}/approve',
    'POST /api/v1/finance/policy-proposals/{id}/reject',
    'POST /api/v1/finance/revenue-share-overrides',
    'POST /api/v1/finance/revenue-share-overrides/{id}/approve',
    'POST /api/v1/finance/revenue-share-overrides/{id}/reject',
    'POST /api/v1/finance/exceptions/{id}/write-off',
    'POST /api/v1/finance/exceptions/{id}/write-off/decline',
    'POST /api/v1/finance/recoveries/{id}/reject',
    'POST /api/v1/finance/write-offs/{id}/reject',
  ],
  'a mark on a row in one transaction; it moves nothing': [
    'POST /api/v1/finance/exceptions/{id}/assign',
    'POST /api/v1/finance/exceptions/{id}/close',
    'POST /api/v1/finance/exceptions/{id}/explain',
    'POST /api/v1/finance/exceptions/{id}/note',
    'POST /api/v1/finance/payout-runs/{id}/pause',
    'POST /api/v1/finance/payout-runs/{id}/resume',
    'POST /api/v1/operator/tenants/{tenantId}/billing-details',
    'POST /api/v1/operator/tenants/{tenantId}/upgrade-policy',
    'POST /api/v1/operator/installs/{id}/upgrade/decline',
    'POST /api/v1/operator/installs/{id}/upgrade/reconsider',
    'POST /api/v1/operator/installs/{id}/upgrade/snooze',
    'POST /api/v1/operator/subprocessor-notices/{id}/objection',
  ],
  'computes, reads or compares': [
    'POST /api/v1/finance/exports',
    'POST /api/v1/finance/invoices/{id}/refund-preview',
    'POST /api/v1/finance/policies/{key}/preview',
    'POST /api/v1/finance/reconciliation',
    'POST /api/v1/finance/simulations',
    'POST /api/v1/operator/installs/{id}/embed/reveal',
    'POST /api/v1/operator/installs/{id}/refresh',
  ],
  'asks the provider how things are and keeps what it says': [
    'POST /api/v1/author/payout-account/refresh',
    'POST /api/v1/operator/tenants/{tenantId}/payment-method/finish',
  ],
  'a page or an account at the provider, without money, under the id of the row that was committed before': [
    'POST /api/v1/author/payout-account/swap',
    'POST /api/v1/author/payout-account/swap/cancel',
    'POST /api/v1/operator/tenants/{tenantId}/payment-method/page',
  ],
  'the bank of the tenant takes one answer to a dispute; accepting it is played': [
    'POST /api/v1/finance/disputes/{id}/evidence',
  ],
  'an install that is there already; the worker killed amid its calls is played by the tests of installs': [
    'POST /api/v1/operator/installs/{id}/deliveries/replay',
    'POST /api/v1/operator/installs/{id}/give-up',
    'POST /api/v1/operator/installs/{id}/renew-token',
    'POST /api/v1/operator/installs/{id}/settings',
    'POST /api/v1/operator/installs/{id}/take-over-id',
    'POST /api/v1/operator/installs/{id}/try-now',
    'POST /api/v1/operator/installs/{id}/upgrade/accept',
  ],
};

/** Statements that change something outside of a transaction, by the reason. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'libs/identity/src/api-tokens/api-tokens.repository.ts': 'when a token was last used',
  'libs/identity/src/credentials/attempts.repository.ts': 'counts tries',
  'libs/identity/src/second-factor/second-factors.repository.ts': 'counts tries',
  'libs/identity/src/sessions/sessions.repository.ts': 'when a session was last seen',
  'libs/installs/src/host-events/deliveries.repository.ts': 'the worker claims deliveries that are due',
  'libs/installs/src/install/plan/call-plans.repository.ts': 'claims a call; while it is claimed nobody else makes it',
  'libs/installs/src/polling/drive-polls.repository.ts': 'the worker claims Drives that are due',
  'libs/installs/src/polling/event-feeds.repository.ts': 'how far the worker has read a feed of a Drive',
  'libs/platform/src/http/idempotency-keys.ts': 'the keys themselves',
  'libs/platform/src/jobs/job-runs.ts': 'schedules of the worker',
  'libs/platform/src/mail/send-mail.processor.ts': 'the worker has sent a mail',
  'libs/secrets/src/keys/adoption.repository.ts': 'which key a Drive took, and when',
  'libs/secrets/src/keys/signing-keys.repository.ts': 'when a key was last used',
  'libs/simulator/src/simulations/simulations.repository.ts': 'how far the program of a simulation is',
  'libs/stripe-gateway/src/client/call-pace.ts': 'how many calls the provider is sent in a second',
};

const sources = ['libs', 'apps/api/src'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/spec\.ts$|(^|\/)(testing|program)\//.test(file))
    .map((file) => path.join(root, file)),
);

describe('a request that is repeated under its key does nothing twice', () => {
  it('because every route that changes something takes a key, or the reason is listed here', () => {
    expect(changing.length).toBeGreaterThan(200);
    const listed = Object.values(WITHOUT_KEY).flat();
    expect(changing.filter((route) => !takesKey(route)).sort()).toEqual([...listed].sort());
  });

  it('because whatever a route changes it changes in transactions, to which the key belongs', () => {
    const outside = sources.filter((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /\b(?:database|this|q)\.(?:query|prepared)(?:<[^;()]*?>)?\(\s*(?:'[^']*',\s*)?(?:`([^`]*)`|'([^']*)'|"([^"]*)")/g,
        ),
      ].some(([, ...texts]) => /\b(insert into|update|delete from)\s+[a-z_]+\.[a-z_]+/i.test(texts.join(''))),
    );
    expect(outside.sort()).toEqual(Object.keys(OUTSIDE));
  });

  it('and every route about money is killed in the middle by a test, or the reason is listed here', () => {
    const about = changing.filter((route) => ABOUT_MONEY.test(route.split(' ')[1]!));
    const listed = [...Object.keys(RETRIED), ...Object.values(NOT_PLAYED).flat()];
    expect(listed.filter((route, at) => listed.indexOf(route) !== at)).toEqual([]);
    expect([...about].sort()).toEqual([...listed].sort());
  });
});
