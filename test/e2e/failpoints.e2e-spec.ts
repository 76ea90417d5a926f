import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WebhookReceiver } from '../support/drives/webhook-receiver.js';
import { Person } from '../support/http/person.js';
import { SecondWorker } from '../support/processes/second-worker.js';
import { runDemo } from '../support/browser/story.js';
import { TestPortal } from '../support/browser/test-portal.js';
import { until } from '../support/test-timeout.js';

/**
 * Not reached by the story: it gives nothing back and taxes nothing (test/money/killed-around-tax-and-refund covers those),
 * has no webhook (the first test below covers it), sends no event of the host (host-events.int-spec covers it), may end before the
 * Drive is sent its settings (settings.int-spec covers it), and prepares a run inside a request that would be cut.
 */
const OUTSIDE_STORY: ReadonlySet<string> = new Set(['refund', 'tax', 'run', 'webhook', 'delivery', 'config_update']);

/** Every failpoint of the story in the product's source, by flow (`install.after_send` belongs to `install`). */
function failpoints(): Map<string, string[]> {
  const flows = new Map<string, string[]>();
  for (const file of readdirSync('libs', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.(spec|int-spec)\.ts$/.test(file)) continue;
    for (const [, name] of readFileSync(path.join('libs', file), 'utf8').matchAll(
      /\bfailpoint\('([a-z_]+\.[a-z_]+)'\)/g,
    )) {
      const flow = name!.split('.')[0]!;
      if (OUTSIDE_STORY.has(flow)) continue;
      flows.set(flow, [...new Set([...(flows.get(flow) ?? []), name!])]);
    }
  }
  return flows;
}

/** Rounds of two failpoints of each flow, far from each other, until every failpoint was hit. */
function rounds(flows: Map<string, string[]>): string[][] {
  const count = Math.ceil(Math.max(...[...flows.values()].map((names) => names.length)) / 2);
  return Array.from({ length: count }, (_, i) =>
    [...flows.values()].flatMap((names) => names.filter((_name, at) => at % count === i)),
  );
}

const FLOWS = failpoints();

describe('a process killed between any two steps', () => {
  it('is tested in all four flows', () => {
    for (const flow of ['install', 'sync', 'charge', 'transfer'])
      expect(FLOWS.get(flow)?.length ?? 0).toBeGreaterThanOrEqual(3);
  });

  describe('on one database', () => {
    let second: SecondWorker;
    let listener: WebhookReceiver;
    let armed = '';

    /** In one step: processes read it at every passage. */
    const arm = (names: readonly string[]): void => {
      writeFileSync(`${armed}.next`, names.join('\n'));
      renameSync(`${armed}.next`, armed);
    };

    beforeAll(async () => {
      listener = await WebhookReceiver.start();
    });
    const portal = TestPortal.forTests({
      settings: (directory) => {
        armed = path.join(directory, 'failpoints');
        return { FAILPOINT: `@${armed}`, SANDBOX_DRIVE_PORTS: `4000-4999,${new URL(listener.url).port}` };
      },
    });
    beforeAll(() => {
      second = SecondWorker.forWorker(portal.ready.processes['worker']!);
      portal.beforeClose(() => second.stop());
    });
    afterAll(() => listener?.close());

    it('sends a webhook again under the same webhook-id, and loses nothing, when it was sent but not recorded', async () => {
      const { url, db } = portal;
      const { got } = listener;
      arm(['webhook.sent']);
      const author = await Person.signIn(url, 'wanda@authors.example', 'a phrase that nobody guesses', 'Wanda');
      await author.must('POST', '/api/v1/applications', { company_name: 'Hooks', drive_slug: 'hooked-works' });
      await db.query(
        'insert into authors.developer_accounts (org_id) select id from authors.organizations where name = $1',
        ['Hooks'],
      );
      const { webhook, secret } = await author.must<{ webhook: { id: string }; secret: string }>(
        'POST',
        '/api/v1/author/webhooks',
        { url: listener.url, event_types: ['application.decided'] },
      );
      await until(() => got.length > 0);
      await until(() => readFileSync(armed, 'utf8') === '');
      const { rows } = await db.query<{ state: string; attempts: number }>(
        'select state, attempts from webhooks.messages where endpoint_id = $1',
        [webhook.id],
      );
      // Claimed, sent, and no process is left that knows the outcome.
      expect(rows).toEqual([{ state: 'pending', attempts: 1 }]);
      expect((await db.query('select 1 from webhooks.attempts')).rows).toEqual([]);
      await db.query(`update webhooks.messages set next_attempt_at = clock_timestamp()`);
      // By the other worker, or by the restarted one.
      await until(() => got.length > 1);
      expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(got[1]!.body).toBe(got[0]!.body);
      for (const one of got) expect(listener.verify(one, secret)).toMatchObject({ type: 'webhook.test' });
      await until(async () => {
        const found = await db.query(`select 1 from webhooks.messages where state = 'delivered' and attempts = 2`);
        return found.rows.length === 1;
      });
      expect(got).toHaveLength(2);
    });

    it.each(rounds(FLOWS).map((names) => [names]))('the story ends the same with kills at %j', async (names) => {
      arm(names);
      const story = await runDemo(portal.url);
      expect([story.verdict, names]).toEqual([expect.objectContaining({ story: 'passed' }), names]);
      // Failpoints left in the file were never reached, and would have proved nothing.
      expect(readFileSync(armed, 'utf8')).toBe('');
      const { rows } = await portal.db.query(
        `select type, count(*) from platform.outbox_events where type in ('install.activated', 'install.ended', 'install.revoked')
         group by type, payload->>'install_id' having count(*) > 1`,
      );
      expect(rows).toEqual([]);
      await until(async () => {
        const left = await portal.db.query(
          `select 1 from installs.installs where state = 'revoked' and token_proof is distinct from 'refused'`,
        );
        return left.rows.length === 0;
      });
    });
  });
});
