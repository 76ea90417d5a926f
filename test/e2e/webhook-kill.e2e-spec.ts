import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { until } from '../support/test-timeout.js';
import { Person } from '../support/person.js';
import { TestPortal } from '../support/test-portal.js';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

describe('a worker killed after a webhook was sent and before that is written down', () => {
  const got: Received[] = [];
  let armed = '';
  let server: Server;
  let db: Client;
  let portal: TestPortal;
  let url = '';

  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        got.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
        response.writeHead(200).end(request.headers['webhook-challenge']);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    portal = await TestPortal.start({
      settings: (directory) => {
        armed = path.join(directory, 'failpoints');
        writeFileSync(armed, 'webhook.sent');
        return { FAILPOINT: `@${armed}`, SANDBOX_DRIVE_PORTS: `4000-4999,${port}` };
      },
    });
    ({ url, db } = portal);
  });
  afterAll(async () => {
    await portal?.close();
    server.closeAllConnections();
    server.close();
  });

  it('sends it again under the same webhook-id and loses nothing', async () => {
    const author = await Person.signIn(url, 'wanda@authors.example', 'a phrase that nobody guesses', 'Wanda');
    await author.must('POST', '/api/v1/applications', { company_name: 'Hooks', drive_slug: 'hooked-works' });
    await db.query(
      'insert into authors.developer_accounts (org_id) select id from authors.organizations where name = $1',
      ['Hooks'],
    );
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const { webhook, secret } = await author.must<{ webhook: { id: string }; secret: string }>(
      'POST',
      '/api/v1/author/webhooks',
      { url: address, event_types: ['application.decided'] },
    );
    await until(() => got.length > 0);
    await until(() => readFileSync(armed, 'utf8') === '');
    const { rows } = await db.query<{ state: string; attempts: number }>(
      'select state, attempts from webhooks.messages where endpoint_id = $1',
      [webhook.id],
    );
    // Taken, sent, and nobody is left who knows what came of it.
    expect(rows).toEqual([{ state: 'pending', attempts: 1 }]);
    expect((await db.query('select 1 from webhooks.attempts')).rows).toEqual([]);
    await db.query(`update webhooks.messages set next_attempt_at = clock_timestamp()`);
    // By the worker that was started anew.
    await until(() => got.length > 1);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(got[1]!.body).toBe(got[0]!.body);
    for (const { headers, body } of got)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'webhook.test',
      });
    await until(async () => {
      const found = await db.query(`select 1 from webhooks.messages where state = 'delivered' and attempts = 2`);
      return found.rows.length === 1;
    });
    expect(got).toHaveLength(2);
  });
});
