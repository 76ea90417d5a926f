import { PayoutsCoreModule } from '@portal/payouts';
import { ListingEnded } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import { ListingsWorld, type Author } from '../../../test/support/drives/listings.js';
import { WebhookReceiver } from '../../../test/support/drives/webhook-receiver.js';
import type { NewWebhookView, WebhookMessageView, WebhookView } from './http/webhooks.view.js';
import { MessagesRepository, PER_ENDPOINT } from './persistence/messages.repository.js';
import { SendMessages } from './send-messages.js';
import { NotifyWebhooks } from './notify-webhooks.js';
import { WebhooksModule, WebhooksWorkerModule } from './webhooks.module.js';

describe('webhooks of authors', () => {
  const world = ListingsWorld.forTests({}, [PayoutsCoreModule, WebhooksModule, WebhooksWorkerModule]);
  let ada: Author;
  let eve: Author;

  beforeAll(async () => {
    [ada, eve] = [await world.author('ada'), await world.author('eve')];
  });
  afterEach(async () => {
    await world.db.query('delete from webhooks.messages');
    await world.db.query(`update webhooks.endpoints set removed_at = coalesce(removed_at, now()), tested_at = null`);
  });

  const call = <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, as = ada.cookie, body?: object) =>
    world.app.ask<T>(as, method, `/author/webhooks${path}`, body);
  const receiver = async (): Promise<WebhookReceiver> => {
    const one = await WebhookReceiver.start();
    world.beforeClose(() => one.close());
    return one;
  };
  const addUnverified = async (to: WebhookReceiver, types = ['listing.ended'], as = ada.cookie) =>
    (await call<NewWebhookView>('POST', '', as, { url: to.url, event_types: types })).data;
  const verified = (id: string) => world.db.query(`update webhooks.endpoints set state = 'active' where id = $1`, [id]);
  const add = async (to: WebhookReceiver, types?: string[], as?: string): Promise<NewWebhookView> => {
    const made = await addUnverified(to, types, as);
    await verified(made.webhook.id);
    // As if that were long ago.
    await world.db.query('delete from webhooks.messages where endpoint_id = $1', [made.webhook.id]);
    await world.db.query('update webhooks.endpoints set tested_at = null where id = $1', [made.webhook.id]);
    return made;
  };
  const stateOf = async (id: string): Promise<string> =>
    (await call<{ items: WebhookView[] }>('GET', '')).data.items.find((one) => one.id === id)!.state;
  const aMinutePasses = () =>
    world.db.query(`update webhooks.endpoints set tested_at = tested_at - interval '61 seconds'`);
  let facts = 0;
  const emit = (type = 'listing.ended', orgId: string | null = ada.orgId, eventId?: string) =>
    world.app.get(Transactor).run((tx) =>
      world.app.get(NotifyWebhooks).execute(tx, {
        eventId: eventId ?? `00000000-0000-4000-8000-${String(++facts).padStart(12, '0')}`,
        type: type as never,
        concerns: orgId === null ? 'every_author' : { orgId },
        data: { fact: eventId === undefined ? facts : ++facts },
      }),
    );
  const send = () => world.app.get(SendMessages).execute();
  /** Facts of the product, processed and sent. */
  const happen = async (...these: [type: string, payload: object][]): Promise<void> => {
    await world.db.query(
      `insert into platform.outbox_events (id, type, version, payload)
       select gen_random_uuid(), type, 1, payload from unnest($1::text[], $2::jsonb[]) as fact(type, payload)`,
      [these.map(([type]) => type), these.map(([, payload]) => JSON.stringify(payload))],
    );
    await world.work();
    await send();
  };
  interface Received {
    type: string;
    data: { submission_id?: string };
  }
  const received = (to: WebhookReceiver, secret: string): Received[] => {
    const order = ({ type, data }: Received): string => `${type} ${data.submission_id ?? ''}`;
    const all = to.got.map((one) => to.verify(one, secret) as Received);
    return all.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  };
  const dueNow = () => world.db.query(`update webhooks.messages set next_attempt_at = now() where state = 'pending'`);
  const messages = async (id: string, query = '') =>
    (await call<{ items: WebhookMessageView[] }>('GET', `/${id}/messages${query}`)).data.items;

  it('date a message by its event, so that those sent in another order can be sorted', async () => {
    const to = await receiver();
    await add(to);
    const happened = async (minutesAgo: number): Promise<{ eventId: string; at: Date }> => {
      const eventId = await world.app
        .get(Transactor)
        .run((tx) => tx.emit(ListingEnded, { drive_id: eve.orgId, how: 'retired', reason: '' }));
      const at = new Date(Date.now() - minutesAgo * 60_000);
      await world.app.byOwner(`update platform.outbox_events set created_at = $2 where id = $1`, [eventId, at]);
      return { eventId, at };
    };
    const [first, second] = [await happened(30), await happened(10)];
    await emit('listing.ended', ada.orgId, second.eventId);
    await emit('listing.ended', ada.orgId, first.eventId);
    await send();
    const dates = to.got
      .map(({ body }) => JSON.parse(body) as { timestamp: string; data: { fact: number } })
      .sort((a, b) => a.data.fact - b.data.fact)
      .map(({ timestamp }) => Date.parse(timestamp));
    // The database counts microseconds.
    expect([second, first].map(({ at }, i) => Math.abs(dates[i]! - at.getTime()) < 1_000)).toEqual([true, true]);
  });

  it('send a signed message once, which the author’s own library verifies with the secret shown once', async () => {
    const to = await receiver();
    const { webhook, secret } = await add(to);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify((await call('GET', '')).data)).not.toContain(secret);
    await emit();
    // A run that is over begins nothing new; the next one sends the rest.
    expect(await world.app.get(SendMessages).execute(AbortSignal.abort())).toBe(0);
    await send();
    await send();
    expect(to.got).toHaveLength(1);
    expect(to.verify(to.got[0]!, secret)).toEqual({
      type: 'listing.ended',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { fact: facts },
    });
    expect(() => to.verify({ ...to.got[0]!, body: `${to.got[0]!.body} ` }, secret)).toThrow();
    const [message] = await messages(webhook.id);
    expect(message).toMatchObject({
      id: to.got[0]!.headers['webhook-id'],
      state: 'delivered',
      attempts: [{ n: 1, status: 204 }],
    });
  });

  it('are changed by one colleague at a time: the other gets both values and nothing is lost', async () => {
    const { webhook } = await add(await receiver());
    const wishes = ['payout.settled', 'agreement.published'];
    const change = (body: object) => call<WebhookView>('PATCH', `/${webhook.id}`, ada.cookie, body);
    const results = await Promise.all(wishes.map((one) => change({ event_types: [one], revision: webhook.revision })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = results.findIndex(({ status }) => status === 200);
    const now = results[won]!.data;
    expect(now.event_types).toEqual([wishes[won]]);
    expect(JSON.parse(results[1 - won]!.body)).toMatchObject({
      error: 'changed_meanwhile',
      details: [
        { pointer: '/event_types', code: 'now', message: `Now: ${wishes[won]}.` },
        { pointer: '/event_types', code: 'you', message: `You wrote: ${wishes[1 - won]}.` },
        { pointer: '/revision', code: 'revision', message: now.revision },
        { pointer: '/revision', code: 'changed_by', message: 'you' },
        { pointer: '/revision', code: 'changed_at', message: expect.stringMatching(/^\d{4}-.*Z$/) },
      ],
    });
    expect((await change({ active: false })).status).toBe(400);
    expect((await change({ event_types: [wishes[1 - won]], revision: now.revision })).status).toBe(200);
  });

  it('receive what they subscribed to, of their own organisation or of everybody’s, and each event once', async () => {
    const [mine, other, foreign] = [await receiver(), await receiver(), await receiver()];
    await add(mine, ['listing.ended', 'agreement.published']);
    await add(other, ['payout.settled']);
    await add(foreign, ['listing.ended', 'agreement.published'], eve.cookie);
    expect(await emit('listing.ended', ada.orgId, '00000000-0000-4000-8000-aaaaaaaaaaaa')).toBe(1);
    expect(await emit('listing.ended', ada.orgId, '00000000-0000-4000-8000-aaaaaaaaaaaa')).toBe(0);
    expect(await emit('agreement.published', null)).toBe(2);
    await send();
    expect([mine.got.length, other.got.length, foreign.got.length]).toEqual([2, 0, 1]);
  });

  it('are notified of the events of the product', async () => {
    // What happened before.
    await world.work();
    const to = await receiver();
    const { secret } = await add(to, [
      'application.decided',
      'evidence.due',
      'listing.sunset_withdrawn',
      'agreement.published',
    ]);
    const { driveId } = await world.reserve(ada, 'told-by-facts', false);
    const about = {
      drive_id: driveId,
      sunset_id: 's',
      claim: 'baa',
      due: 'expired',
      valid_until: '2026-01-01T00:00:00Z',
    };
    await happen(
      ['application.decided', { application_id: 'a', org_id: ada.orgId, state: 'approved' }],
      ['application.decided', { application_id: 'b', org_id: eve.orgId, state: 'rejected' }],
      ['evidence.due', about],
      ['listing.sunset_withdrawn', about],
      ['agreement.published', { version: '2' }],
    );
    expect(received(to, secret)).toMatchObject([
      { type: 'agreement.published' },
      { type: 'application.decided', data: { application_id: 'a', state: 'approved' } },
      { type: 'evidence.due', data: { drive_id: driveId } },
      { type: 'listing.sunset_withdrawn', data: { drive_id: driveId } },
    ]);
  });

  it('are notified that the account is suspended and resumed, and of no other account', async () => {
    const to = await receiver();
    const { secret } = await add(to, ['author.suspended', 'author.resumed']);
    const why = { suspension_id: 's', code: 'security_incident' };
    await happen(
      ['author.suspended', { org_id: ada.orgId, ...why }],
      ['author.resumed', { org_id: ada.orgId, suspension_id: 's' }],
      ['author.suspended', { org_id: eve.orgId, ...why }],
    );
    expect(received(to, secret)).toMatchObject([
      { type: 'author.resumed', data: { suspension_id: 's' } },
      { type: 'author.suspended', data: { suspension_id: 's', code: 'security_incident' } },
    ]);
  });

  it('are notified of a listing’s status and reason, and that a changed manifest went to review, not of an answer in it', async () => {
    const to = await receiver();
    const { secret } = await add(to, ['listing.state_changed', 'submission.checked']);
    const { driveId } = await world.reserve(ada, 'told-of-moves', false);
    const moved = {
      drive_id: driveId,
      from: 'listed',
      to: 'paused',
      by: 'staff',
      reason: '<b>It answers "no".</b> \u202e',
    };
    const [found, submitted, answered] = ['1', '2', '3'].map((n) => `${n}0000000-0000-4000-8000-000000000000`);
    const submission = { drive_id: driveId, org_id: ada.orgId, state: 'in_review' };
    await happen(
      ['listing.state_changed', moved],
      ['submission.moved', { ...submission, submission_id: found, from: null }],
      ['submission.moved', { ...submission, submission_id: submitted, from: 'validating' }],
      ['submission.moved', { ...submission, submission_id: answered, from: 'changes_requested' }],
    );
    const messages = received(to, secret);
    expect(messages).toMatchObject([
      { type: 'listing.state_changed', data: moved },
      { type: 'submission.checked', data: { submission_id: found, from: null, state: 'in_review' } },
      { type: 'submission.checked', data: { submission_id: submitted, from: 'validating' } },
    ]);
    expect(messages).toHaveLength(3);
  });

  it.each<[string, WebhookReceiver['answer'], object]>([
    ['an error', 500, { status: 500, problem: 'HTTP 500' }],
    ['a redirect, which is not followed', 302, { status: 302, problem: 'HTTP 302' }],
    ['a cut connection', 'drop', { status: null, problem: 'connect' }],
  ])('are retried after %s, under the same id', async (_name, answer, attempt) => {
    const to = await receiver();
    const { webhook } = await add(to);
    to.answer = answer;
    await emit();
    await send();
    await send();
    expect(to.got).toHaveLength(1);
    expect(await messages(webhook.id)).toMatchObject([{ state: 'pending', attempts: [{ n: 1, ...attempt }] }]);
    to.answer = 200;
    await dueNow();
    await send();
    expect(to.got.map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(to.got[0]!.headers['webhook-id']));
    expect(await messages(webhook.id, '?state=delivered')).toMatchObject([
      { attempts: [{ n: 1 }, { n: 2, status: 200 }] },
    ]);
  });

  it('are switched off after the last attempt; pending messages are given up and can be sent again after switching on', async () => {
    const to = await receiver();
    const { webhook } = await add(to);
    to.answer = 503;
    await emit();
    for (let n = 1; n <= 10; n++) {
      await dueNow();
      await send();
    }
    expect(to.got).toHaveLength(10);
    expect((await call<{ items: WebhookView[] }>('GET', '')).data.items).toMatchObject([
      { state: 'disabled', failed: 1, waiting: 0 },
    ]);
    const mail = await world.db.query<{ recipient: string }>(
      `select recipient from platform.mail_messages where subject = 'One of your webhooks was turned off'`,
    );
    expect(mail).toEqual([{ recipient: 'ada@authors.example' }]);
    await emit();
    expect(await messages(webhook.id)).toHaveLength(1);
    const [failed] = await messages(webhook.id);
    const again = `/${webhook.id}/messages/${failed!.id}/resend`;
    expect(await call('POST', again)).toMatchObject({ status: 409, error: 'webhook_disabled' });
    const { revision } = (await call<{ items: WebhookView[] }>('GET', '')).data.items[0]!;
    expect((await call('PATCH', `/${webhook.id}`, ada.cookie, { active: true, revision })).status).toBe(200);
    await verified(webhook.id);
    to.answer = 200;
    const { webhook: other } = await add(await receiver());
    expect(await call('POST', `/${other.id}/messages/${failed!.id}/resend`)).toMatchObject({
      status: 404,
      error: 'webhook_message_not_found',
    });
    expect((await call('POST', again)).status).toBe(202);
    expect(await call('POST', again)).toMatchObject({ status: 404, error: 'webhook_message_not_found' });
    await send();
    expect(await messages(webhook.id, '?state=delivered')).toMatchObject([{ id: failed!.id, attempts: [{ n: 1 }] }]);
  });

  it('change their secret without a lost message: both sign for a day, and a leaked one ends at once', async () => {
    const to = await receiver();
    const { webhook, secret: first } = await add(to);
    const rotate = (body: object) => call<NewWebhookView>('POST', `/${webhook.id}/rotate`, ada.cookie, body);
    const second = (await rotate({})).data;
    const overlapMs = Date.parse(second.webhook.previous_secret_ends_at!) - Date.now();
    expect(Math.abs(overlapMs - 24 * 3_600_000)).toBeLessThan(600_000);
    await emit();
    await send();
    for (const secret of [first, second.secret]) expect(() => to.verify(to.got[0]!, secret)).not.toThrow();
    expect(await rotate({})).toMatchObject({ status: 409, error: 'webhook_overlap' });
    const third = (await rotate({ leaked: true })).data.secret;
    await emit();
    await send();
    expect(() => to.verify(to.got[1]!, third)).not.toThrow();
    for (const secret of [first, second.secret]) expect(() => to.verify(to.got[1]!, secret)).toThrow();
    expect((await rotate({})).status).toBe(200);
    expect((await rotate({ force: true })).status).toBe(200);
    const kept = await world.db.query<{ n: string }>(
      `select count(*) as n from webhooks.secrets where endpoint_id = $1`,
      [webhook.id],
    );
    expect(kept[0]!.n).toBe('2');
  });

  it('are no longer signed with a secret whose day is over', async () => {
    const to = await receiver();
    const { webhook, secret: first } = await add(to);
    const { secret: second } = (await call<NewWebhookView>('POST', `/${webhook.id}/rotate`, ada.cookie, {})).data;
    await world.db.query(
      'update webhooks.secrets set ends_at = clock_timestamp() where endpoint_id = $1 and ends_at is not null',
      [webhook.id],
    );
    await emit();
    await send();
    expect(() => to.verify(to.got[0]!, second)).not.toThrow();
    expect(() => to.verify(to.got[0]!, first)).toThrow();
  });

  it('take no outcome from a worker that another one has overtaken', async () => {
    const { webhook } = await add(await receiver());
    await emit();
    const all = world.app.get(MessagesRepository);
    const claim = () => world.app.get(Transactor).run((tx) => all.claim(tx, 10, []));
    const [late] = await claim();
    await dueNow();
    const [current] = await claim();
    const outcome = { state: 'delivered', nextMs: null, status: 204, problem: null, tookMs: 1 } as const;
    const noted = (one = late!) => world.app.get(Transactor).run((tx) => all.attempted(tx, one, outcome));
    expect(await noted(late)).toBe(false);
    expect(await messages(webhook.id)).toMatchObject([{ state: 'pending' }]);
    expect(await noted(current)).toBe(true);
  });

  it('are sent by one of two workers, and a slow one delays nobody', async () => {
    const [slow, quick] = [await receiver(), await receiver()];
    await add(slow);
    await add(quick);
    for (let n = 0; n < 20; n++) await emit();
    await Promise.all([send(), send()]);
    expect([slow.got.length, quick.got.length]).toEqual([20, 20]);
    expect(new Set(quick.got.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
  });

  it('that hang take nothing from the others, and their messages wait as if they had not been tried', async () => {
    const MESSAGES = 1_500;
    const [hanging, quick] = [await receiver(), await receiver()];
    hanging.answer = 'hang';
    const hung = await add(hanging);
    for (const { webhook } of [hung, await add(quick)])
      await world.db.query(
        `insert into webhooks.messages (id, endpoint_id, event_id, type, body, created_at)
         select gen_random_uuid(), $1, gen_random_uuid(), 'listing.ended', '{}', now() from generate_series(1, $2::int)`,
        [webhook.id, MESSAGES],
      );
    await send();
    // The run lasts until the calls under way have ended; nothing else waits for them.
    expect(quick.got).toHaveLength(MESSAGES);
    expect(hanging.got.length).toBeLessThanOrEqual(PER_ENDPOINT);
    const tried = await world.db.query<{ attempts: number; messages: string }>(
      'select attempts, count(*) as messages from webhooks.messages where endpoint_id = $1 group by attempts order by attempts',
      [hung.webhook.id],
    );
    expect(tried).toEqual([
      { attempts: 0, messages: String(MESSAGES - PER_ENDPOINT) },
      { attempts: 1, messages: String(PER_ENDPOINT) },
    ]);
  });

  it.each([
    ['another scheme', 'ftp://hooks.example/x'],
    ['plain http to the world', 'http://hooks.example/x'],
    ['a private address', 'https://10.0.0.1/x'],
    ['the metadata service', 'http://169.254.169.254/latest'],
    ['a login in it', 'https://user:pass@hooks.example/x'],
    ['no address at all', 'hooks'],
  ])('cannot be registered at %s', async (_name, url) => {
    const body = { url, event_types: ['payout.settled'] };
    expect(await call('POST', '', ada.cookie, body)).toMatchObject({ status: 400, error: 'webhook_url_refused' });
    const { webhook } = await add(await receiver());
    expect(await call('PATCH', `/${webhook.id}`, ada.cookie, { url })).toMatchObject({ status: 400 });
  });

  it('of an author are ten at most', async () => {
    await add(await receiver());
    const body = { url: 'https://hooks.drive-author.com/x', event_types: ['payout.settled'] };
    const more = await Promise.all(Array.from({ length: 12 }, () => call('POST', '', ada.cookie, body)));
    expect(more.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(more.filter(({ error }) => error === 'webhook_limit')).toHaveLength(3);
    expect(await call('POST', '', ada.cookie, { ...body, event_types: ['webhook.test'] })).toMatchObject({
      status: 400,
    });
    expect(await call('POST', '', ada.cookie, { ...body, event_types: [] })).toMatchObject({ status: 400 });
  });

  it('can be tried out by a test, and are deleted with secrets and messages', async () => {
    const to = await receiver();
    const { webhook, secret } = await add(to);
    expect((await call('POST', `/${webhook.id}/test`)).status).toBe(202);
    await send();
    expect(to.verify(to.got[0]!, secret)).toMatchObject({ type: 'webhook.test', data: { sent_by: 'ada' } });
    await call('DELETE', `/${webhook.id}`);
    await emit();
    await send();
    expect(to.got).toHaveLength(1);
    expect((await call<{ items: unknown[] }>('GET', '')).data.items).toEqual([]);
    for (const what of ['secrets', 'messages'])
      expect(await world.db.query(`select 1 from webhooks.${what} where endpoint_id = $1`, [webhook.id])).toEqual([]);
  });

  it('are tested once a minute, without a second attempt, and a failed test switches nothing off', async () => {
    const to = await receiver();
    to.answer = 410;
    const { webhook } = await add(to);
    const test = (as = ada.cookie) => call('POST', `/${webhook.id}/test`, as);
    const asked = await Promise.all(Array.from({ length: 5 }, () => test()));
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 429, 429, 429, 429]);
    expect(asked.find(({ status }) => status === 429)!.error).toBe('webhook_tested_just_now');
    await send();
    await dueNow();
    await send();
    expect(to.got).toHaveLength(1);
    const [message] = await messages(webhook.id);
    expect(message).toMatchObject({ type: 'webhook.test', state: 'failed', next_attempt_at: null });
    expect(await call('POST', `/${webhook.id}/messages/${message!.id}/resend`)).toMatchObject({
      status: 409,
      error: 'webhook_test_once',
    });
    expect((await call<WebhookView[]>('GET', '')).data).toMatchObject({ items: [{ state: 'active' }] });
    expect((await test()).status).toBe(429);
    await aMinutePasses();
    expect((await test()).status).toBe(202);
    // Nor by adding it again.
    await send();
    await call('DELETE', `/${webhook.id}`);
    const added = (await addUnverified(to)).webhook.id;
    const before = to.got.length;
    await send();
    expect(to.got).toHaveLength(before);
    expect((await call('POST', `/${added}/test`)).status).toBe(429);
    expect(await messages(added, '?state=pending')).toMatchObject([{ type: 'webhook.test' }]);
  });

  it.each<[string, WebhookReceiver['echo']]>([
    ['nothing', () => ''],
    ['all that came', (challenge) => `{"webhook-challenge":"${challenge}"}`],
    ['another value', (challenge) => `${challenge}x`],
  ])('are sent nothing but tests while a test is answered with %s', async (_name, echo) => {
    const to = await receiver();
    to.echo = echo;
    const { webhook } = await addUnverified(to);
    await emit();
    await send();
    await send();
    expect(to.got.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['webhook.test']);
    expect(await messages(webhook.id, '?state=failed')).toMatchObject([
      {
        type: 'webhook.test',
        attempts: [{ status: 200, problem: 'The response is not the value of webhook-challenge' }],
      },
    ]);
    expect(await stateOf(webhook.id)).toBe('unverified');
  });

  it('receive what waited once the address has passed a test, which a new address or switching on requires again', async () => {
    const [first, second] = [await receiver(), await receiver()];
    const types = (of: WebhookReceiver): string[] =>
      of.got.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    const { webhook } = await addUnverified(first);
    const change = async (body: object) => {
      const { revision } = (await call<{ items: WebhookView[] }>('GET', '')).data.items[0]!;
      return call<WebhookView>('PATCH', `/${webhook.id}`, ada.cookie, { ...body, revision });
    };
    const pass = async (): Promise<void> => {
      await world.db.query(
        `update webhooks.messages set next_attempt_at = now() - interval '1 second' where type = 'webhook.test' and state = 'pending'`,
      );
      await send();
      await send();
      expect(await stateOf(webhook.id)).toBe('active');
      await aMinutePasses();
    };
    await emit();
    expect([await stateOf(webhook.id), types(first)]).toEqual(['unverified', []]);
    await send();
    await send();
    expect([await stateOf(webhook.id), types(first)]).toEqual(['active', ['webhook.test', 'listing.ended']]);
    const [shown] = await messages(webhook.id, '?state=delivered');
    expect(shown!.body).not.toContain(first.got[0]!.headers['webhook-challenge']);
    expect(first.got[1]!.headers).not.toHaveProperty('webhook-challenge');

    expect((await change({ url: second.url })).data.state).toBe('unverified');
    await emit();
    await send();
    expect([types(first).length, types(second)]).toEqual([2, []]);
    // Another change of the address, before its test was sent, has no second one sent.
    await change({ url: first.url });
    await change({ url: second.url });
    await pass();
    expect([types(first).length, types(second)]).toEqual([2, ['webhook.test', 'listing.ended']]);

    expect((await change({ active: false })).data.state).toBe('disabled');
    expect((await change({ active: true })).data.state).toBe('unverified');
    await pass();
  });

  it('are not verified by the answer of the previous address', async () => {
    const [first, second] = [await receiver(), await receiver()];
    const { webhook } = await addUnverified(first);
    first.echo = async (challenge) => {
      await world.db.query('update webhooks.endpoints set url = $2 where id = $1', [webhook.id, second.url]);
      return challenge;
    };
    await send();
    expect(await messages(webhook.id)).toMatchObject([{ state: 'delivered' }]);
    expect(await stateOf(webhook.id)).toBe('unverified');
  });

  it('belong to approved authors only', async () => {
    const cookie = await world.app.signUp('applies@example.org', 'Applies');
    await world.app.ask(cookie, 'POST', '/applications', { company_name: 'Applies' });
    const body = { url: (await receiver()).url, event_types: ['listing.ended'] };
    expect(await call('POST', '', cookie, body)).toMatchObject({ status: 403, error: 'not_approved_yet' });
    expect(await world.db.query(`select 1 from webhooks.endpoints where removed_at is null`)).toEqual([]);
    const { webhook } = await add(await receiver());
    await world.db.query(`update authors.developer_accounts set state = 'suspended' where org_id = $1`, [ada.orgId]);
    expect(await call('POST', `/${webhook.id}/test`)).toMatchObject({ status: 403, error: 'account_suspended' });
    await world.db.query(`update authors.developer_accounts set state = 'active' where org_id = $1`, [ada.orgId]);
  });
});
