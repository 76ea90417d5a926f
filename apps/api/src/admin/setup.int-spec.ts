import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthorsModule } from '@portal/authors';
import { IdentityModule } from '@portal/identity';
import { InstallsModule } from '@portal/installs';
import { ListingsModule } from '@portal/listings';
import { BillingModule } from '@portal/billing';
import { Database } from '@portal/platform/database';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { applicationFor } from '../../../../test/support/people/applications.js';
import { AdminHomeController } from './admin-home.controller.js';
import type { AdminHomeView } from './admin-home.view.js';
import { AdminModule } from './admin.module.js';
import type { DeploymentView } from '../../../../libs/platform/src/health/doctor.view.js';
import type { SetupView } from './setup.view.js';

const FEATURES = [IdentityModule, AuthorsModule, BillingModule, InstallsModule, ListingsModule, AdminModule];
/** Answers to the key that is right; `''` before there is one. */
let rightKey = '';
let processor: Server;
let app: TestApp;
let admin: string;
beforeAll(async () => {
  processor = createServer((request, response) => {
    const known = request.headers.authorization === `Bearer ${rightKey}`;
    response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
    const amounts = [{ amount: 5, currency: 'usd' }];
    response.end(
      JSON.stringify(known ? { object: 'balance', available: amounts, pending: [] } : { error: { type: 'x' } }),
    );
  });
  await new Promise<void>((listening) => processor.listen(0, '127.0.0.1', listening));
  const { port } = processor.address() as AddressInfo;
  app = await TestApp.start(FEATURES, { STRIPE_API_BASE: `http://127.0.0.1:${port}` });
  admin = await app.demo('admin');
});
afterAll(async () => {
  await app.close();
  processor.close();
});

const setup = async (): Promise<SetupView> => (await app.read<SetupView>('/admin/setup', admin)).data;
const step = async (name: string) => (await setup()).steps.find(({ step: one }) => one === name)!;

describe('the setup of a portal', () => {
  it('says to admins what is done and what is missing, in order, and that nobody has applied', async () => {
    const { steps, empty } = await setup();
    expect(steps.map(({ step: one, done }) => [one, done])).toEqual([
      ['second_admin', true],
      ['reviewer', true],
      ['finance', true],
      ['mail', false],
      ['payment_provider', false],
      ['seller', false],
      ['tax', false],
      ['agreement', true],
      ['terms', false],
      ['privacy', false],
      ['contact', false],
      ['prices', false],
      ['listing_fee', false],
      ['host_token', false],
    ]);
    expect(empty).toBe(true);
  });

  it('counts and names only people who can sign in', async () => {
    const finance = await app.query<{ demo_person: string; name: string }>(
      `select demo_person, name from identity.users where demo_person like 'finance-%'`,
    );
    const names = Object.fromEntries(finance.map(({ demo_person, name }) => [demo_person, name]));
    await app.query(`update identity.users set disabled_at = now(), disabled_reason = 'left the company',
      disabled_by = (select id from identity.users where demo_person = 'admin') where demo_person = 'finance-approver'`);
    expect((await step('finance')).done).toBe(false);
    expect((await setup()).finance).toEqual([names['finance-preparer']]);
    await app.query(
      `update identity.users set disabled_at = null, disabled_by = null, disabled_reason = null where demo_person = 'finance-approver'`,
    );
    expect((await step('finance')).done).toBe(true);
    expect((await setup()).finance).toEqual(Object.values(names).sort());
  });

  it('has mail once a mail is there, such as the test mail to the admin who asks', async () => {
    expect((await app.post('/admin/setup/test-mail', {}, admin)).status).toBe(200);
    const [mail] = await app.query<{ recipient: string; at: Date }>(
      `select recipient, created_at as at from platform.mail_messages where subject = 'Test mail'`,
    );
    const { email } = (await app.read<{ user: { email: string } }>('/me', admin)).data.user;
    expect(mail!.recipient).toBe(email);
    expect(await step('mail')).toEqual({ step: 'mail', done: true, seen_at: mail!.at.toISOString() });
  });

  it('has a payment provider once it accepts the configured key, and not by a test that fails', async () => {
    expect((await app.post('/admin/setup/test-payment-provider', {}, admin)).error).toBe(
      'payment_provider_misconfigured',
    );
    expect((await step('payment_provider')).done).toBe(false);
    rightKey = 'sk_test_sandbox';
    expect((await app.post('/admin/setup/test-payment-provider', {}, admin)).status).toBe(200);
    expect(await step('payment_provider')).toMatchObject({ done: true, seen_at: expect.any(String) as string });
  });

  it('is nothing for others', async () => {
    for (const person of ['reviewer', 'finance-preparer', 'author', 'operator']) {
      const other = await app.demo(person);
      const answers = [
        await app.read('/admin/setup', other),
        await app.read('/admin/home', other),
        await app.read('/admin/deployment', other),
        await app.post('/admin/setup/test-mail', {}, other),
        await app.post('/admin/setup/test-payment-provider', {}, other),
      ];
      expect(answers.map(({ error }) => error)).toEqual(Array(5).fill('forbidden'));
    }
  });
});

describe('the deployment', () => {
  it('is shown to admins, who see a state and, unless it has passed, what to do about it', async () => {
    const { checks } = (await app.read<DeploymentView>('/admin/deployment', admin)).data;
    expect(checks.length).toBeGreaterThan(15);
    for (const { title, state, advice } of checks)
      expect([title, state === 'passed']).toEqual([title, advice === null]);
    const stateOf = (title: string) => checks.find((one) => one.title.startsWith(title))?.state;
    expect(stateOf('Workers that run')).toBe('failed');
    expect(stateOf('Every part')).toBe('passed');
    expect(stateOf('Backups')).toBe('not_checked');
  });
});

describe('the home of an admin', () => {
  it('is one read of at most 12 statements', async () => {
    const { user } = (await app.read<{ user: { id: string; name: string } }>('/me', admin)).data;
    const statements = jest.spyOn(app.get(Database), 'query');
    await app.get(AdminHomeController).get({
      kind: 'user',
      userId: user.id,
      name: user.name,
      sessionId: 'of the test',
      roles: [{ role: 'admin', scopeId: null }],
    });
    expect(statements.mock.calls.length).toBeLessThanOrEqual(12);
    expect(statements.mock.calls.length).toBeGreaterThan(3);
    statements.mockRestore();
  });

  it('has what waits, what failed and what happened, as their own pages have it', async () => {
    const home = async (): Promise<AdminHomeView> => (await app.read<AdminHomeView>('/admin/home', admin)).data;
    const before = await home();
    const person = await app.signUp('new@people.example', 'Nora New');
    const { id } = (await app.read<{ user: { id: string } }>('/me', person)).data.user;
    const reason = 'Reviews applications from now on.';
    await app.ask(await app.demo('second-admin'), 'POST', `/admin/users/${id}/roles`, { role: 'reviewer', reason });
    const waiting = await home();
    expect(waiting.setup).toEqual(await setup());
    expect(waiting.approvals.map(({ subject_id, blocked_by }) => [subject_id, blocked_by])).toEqual([[id, null]]);
    const { id: approval, digest } = waiting.approvals[0]!;
    await app.ask(admin, 'POST', `/approvals/${approval}/approve`, { digest });
    await app.query(
      `with event as (insert into platform.outbox_events (id, type, version, payload, relayed_at) values (gen_random_uuid(), 'spec.done', 1, '{}', now()) returning id)
       insert into platform.deliveries (event_id, consumer, lane, state) select id, 'spec', 'events', 'failed' from event`,
    );
    const { data: draft } = await app.ask<{ id: string }>(person, 'POST', '/applications', applicationFor('plotted'));
    await app.ask(person, 'POST', `/applications/${draft.id}/submit`, {});
    const after = await home();
    expect(after.approvals).toEqual([]);
    expect(after.operation.failed - before.operation.failed).toBe(1);
    expect(after.people.without_second_factor - before.people.without_second_factor).toBe(1);
    expect(after.days).toHaveLength(28);
    expect([before, after].map(({ days }) => days.at(-1)!.applications)).toEqual([0, 1]);
    expect(after.days.slice(0, -1).every(({ applications, submissions }) => applications + submissions === 0)).toBe(
      true,
    );
    expect(after.happened[0]).toMatchObject({ action: 'role.granted', about: 'Nora New' });
  });
});
