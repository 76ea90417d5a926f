import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PERMISSIONS, TAKES_KEY } from '../support/http/permissions.js';

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
  'libs/platform/src/events/deliveries.ts': 'the worker claims deliveries that are due, and gives them back',
  'libs/platform/src/http/idempotency/idempotency-keys.ts': 'the keys themselves',
  'libs/platform/src/jobs/job-runs.ts': 'schedules of the worker',
  'libs/platform/src/mail/send-mail.processor.ts': 'the worker has sent a mail',
  'libs/secrets/src/keys/adoption.repository.ts': 'which key a Drive took, and when',
  'libs/secrets/src/keys/signing-keys.repository.ts': 'when a key was last used',
  'libs/stripe-gateway/src/client/call-pace.ts': 'how many calls the provider is sent in a second',
  'libs/stripe-gateway/src/client/settlement-currencies.repository.ts':
    'a copy of what the provider says, whoever asks',
};

const sources = ['libs', 'apps/api/src'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/spec\.ts$|(^|\/)(testing|program)\//.test(file))
    .map((file) => path.join(root, file)),
);

describe('a route that changes something', () => {
  it('takes an idempotency key, unless it is public or receives a file', () => {
    const changing = Object.keys(PERMISSIONS).filter((route) => !route.startsWith('GET '));
    expect(changing.length).toBeGreaterThan(200);
    const without = changing.filter((route) => PERMISSIONS[route] !== 'public' && !TAKES_KEY.has(route));
    // Its digest tells a file from another.
    expect(without).toEqual([
      'POST /api/v1/author/drives/{driveId}/content/pictures',
      'POST /api/v1/author/drives/{driveId}/evidence',
    ]);
  });

  it('writes in the transactions to which the key belongs, and nowhere else', () => {
    const outside = sources.filter((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /\b(?:database|this|q)\.(?:query|prepared)(?:<[^;()]*?>)?\(\s*(?:'[^']*',\s*)?(?:`([^`]*)`|'([^']*)'|"([^"]*)")/g,
        ),
      ].some(([, ...texts]) => /\b(insert into|update|delete from)\s+[a-z_]+\.[a-z_]+/i.test(texts.join(''))),
    );
    expect(outside.sort()).toEqual(Object.keys(OUTSIDE));
  });
});
