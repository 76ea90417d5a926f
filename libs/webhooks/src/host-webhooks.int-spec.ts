import { DemoPersons } from '@portal/identity';
import { PayoutsCoreModule } from '@portal/payouts';
import { Transactor } from '@portal/platform/database';
import { ListingsWorld, type Author } from '../../../test/support/drives/listings.js';
import { WebhookReceiver } from '../../../test/support/drives/webhook-receiver.js';
import type { NewWebhookView, WebhookMessageView, WebhookView } from './http/webhooks.view.js';
import { NotifyWebhooks } from './notify-webhooks.js';
import { SendMessages } from './send-messages.js';
import { WebhooksModule, WebhooksWorkerModule } from './webhooks.module.js';

describe('webhooks of the host', () => {
  const world = ListingsWorld.forTests({}, [PayoutsCoreModule, WebhooksModule, WebhooksWorkerModule]);
  let ada: Author;
  let mine: WebhookReceiver;
  let theirs: WebhookReceiver;

  beforeAll(async () => {
    ada = await world.author('ada');
    [mine, theirs] = [await WebhookReceiver.start(), await WebhookReceiver.start()];
  });
  afterAll(() => [mine, theirs].forEach((receiver) => receiver.close()));

  const ofAuthor = <T>(method: 'GET' | 'POST', path: string, body?: object) =>
    world.app.ask<T>(ada.cookie, method, `/author/webhooks${path}`, body);
  const send = () => world.app.get(SendMessages).execute();
  const aMinutePasses = () =>
    world.db.query(`update webhooks.endpoints set tested_at = tested_at - interval '61 seconds'`);

  it('receive events of its tenants by its own ids and of no author, and are managed by admins alone', async () => {
    // What happened before.
    await world.work();
    await world.app.get(DemoPersons).ensure();
    const admin = await world.app.demo('admin');
    const ofHost = <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, as = admin) =>
      world.app.ask<T>(as, method, `/admin/webhooks${path}`, body);
    await ofAuthor('POST', '', { url: theirs.url, event_types: ['listing.ended', 'agreement.published'] });
    await send();
    const wish = { url: mine.url, event_types: ['tenant.suspended', 'operator.added', 'install.failed'] };
    expect((await ofHost('POST', '', { ...wish, event_types: ['listing.ended'] })).status).toBe(400);
    expect((await ofHost('POST', '', wish, ada.cookie)).error).toBe('forbidden');
    const { webhook, secret } = (await ofHost<NewWebhookView>('POST', '', wish)).data;
    expect((await ofAuthor('GET', `/${webhook.id}/messages`)).error).toBe('webhook_not_found');
    await send();
    const hosts = async () => (await ofHost<{ items: WebhookView[] }>('GET', '')).data.items;
    expect((await hosts()).map(({ id, state }) => [id, state])).toEqual([[webhook.id, 'active']]);

    const [tenant, drive] = [
      '00000000-0000-7000-8000-000000000071',
      (await world.reserve(ada, 'for-the-host', false)).driveId,
    ];
    await world.db.query(`insert into installs.tenants (id, name, external_id) values ($1, 'Acme', 'acme')`, [tenant]);
    await world.db.query(
      `insert into platform.outbox_events (id, type, version, payload) values (gen_random_uuid(), 'tenant.suspended', 1, $1),
         (gen_random_uuid(), 'operator.removed', 1, $1), (gen_random_uuid(), 'install.failed', 1, $2), (gen_random_uuid(), 'listing.ended', 1, $3)`,
      [
        JSON.stringify({ tenant_id: tenant, user_id: tenant, suspended_at: '2026-11-27T09:00:00.000Z' }),
        JSON.stringify({ install_id: tenant, reason: 'There is no such install.' }),
        JSON.stringify({ drive_id: drive, how: 'retired', reason: '' }),
      ],
    );
    await world.app.get(Transactor).run((tx) =>
      world.app.get(NotifyWebhooks).execute(tx, {
        eventId: '00000000-0000-4000-8000-000000000001',
        type: 'agreement.published',
        concerns: 'every_author',
        data: { version: '2', effective_at: '2026-11-27T09:00:00.000Z', sign_until: '2026-12-27T09:00:00.000Z' },
      }),
    );
    await world.work();
    await send();
    const messages = mine.got.slice(1).map((one) => mine.verify(one, secret));
    expect(messages).toEqual([
      {
        type: 'tenant.suspended',
        timestamp: expect.any(String),
        data: { tenant: 'acme', suspended_at: '2026-11-27T09:00:00.000Z' },
      },
    ]);
    // The test, and one message of each kind.
    expect(theirs.got).toHaveLength(3);

    // Log, replay, rotation and an address that is gone: as with those of authors, and the admins hear of it.
    const log = async () =>
      (await ofHost<{ items: WebhookMessageView[] }>('GET', `/${webhook.id}/messages?state=delivered`)).data.items;
    const message = (await log()).find(({ type }) => type === 'tenant.suspended')!;
    expect((await ofHost('POST', `/${webhook.id}/messages/${message.id}/resend`)).status).toBe(202);
    await send();
    expect(mine.got.at(-1)!.headers['webhook-id']).toBe(message.id);
    const rotated = await ofHost<NewWebhookView>('POST', `/${webhook.id}/rotate`, {});
    await ofHost('POST', `/${webhook.id}/messages/${message.id}/resend`);
    await send();
    for (const one of [secret, rotated.data.secret]) expect(mine.verify(mine.got.at(-1)!, one)).toBeTruthy();
    mine.answer = 410;
    await ofHost('POST', `/${webhook.id}/messages/${message.id}/resend`);
    await send();
    expect((await hosts())[0]).toMatchObject({ state: 'disabled', disabled_reason: expect.stringContaining('410') });
    const mails = await world.db.query<{ recipient: string }>(
      `select recipient from platform.mail_messages where subject like 'One of your webhooks%' and body like '%/admin/webhooks/%'`,
    );
    expect(mails.length).toBeGreaterThan(1);

    mine.answer = 204;
    await aMinutePasses();
    const { revision } = (await hosts())[0]!;
    const change = { active: true, event_types: ['tenant.resumed'], revision };
    expect((await ofHost('PATCH', `/${webhook.id}`, change)).status).toBe(200);
    expect((await ofHost('PATCH', `/${webhook.id}`, { ...change, url: theirs.url })).status).toBe(409);
    // Turned on, it is tested at once.
    await send();
    await aMinutePasses();
    expect((await ofHost('POST', `/${webhook.id}/test`)).status).toBe(202);
    await send();
    expect((await hosts())[0]).toMatchObject({ state: 'active', event_types: ['tenant.resumed'] });
    expect((await ofHost('DELETE', `/${webhook.id}`)).status).toBe(200);
    expect(await hosts()).toEqual([]);
  });
});
