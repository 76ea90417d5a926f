import type { Page } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { NOBODY_SCOPE, Transactor, withScope } from '@portal/platform/database';
import { MAIL_TOPIC_KEYS, MAIL_TOPICS, Mailer, type Mail } from '@portal/platform/mail';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { IdentityModule, IdentityWorkerModule } from '../index.js';
import { purgeOld } from '../../../../test/support/purge-old.js';
import type { MailChoiceView, NotificationView } from './notifications.view.js';

const app = TestApp.ofSpec([IdentityModule, IdentityWorkerModule]);
const { query: sql } = app;
let ada: string;
let ben: string;
beforeAll(async () => {
  ada = await app.signUp('ada@example.org', 'Ada');
  ben = await app.signUp('ben@example.org', 'Ben');
});
beforeEach(async () => {
  await sql('delete from identity.notifications');
  await sql('delete from identity.mail_choices');
  await sql('delete from platform.mail_messages');
});

const URL = '/api/v1/notifications';
const get = <T>(url: string, as: string) => app.call<T>({ method: 'GET', url: URL + url, as });
const post = <T>(url: string, body: object, as: string) => app.call<T>({ method: 'POST', url: URL + url, body, as });
const choose = (topic: string, mailed: boolean, as: string) =>
  post<Page<MailChoiceView>>('/choices', { topic, mailed }, as);
const list = async (as: string, query = '') => (await get<Page<NotificationView>>(query, as)).data.items;
const mailed = async () =>
  (await sql<{ subject: string }>('select subject from platform.mail_messages order by id')).map((m) => m.subject);
const send = (mail: Partial<Mail> = {}) =>
  app
    .get(Transactor)
    .run((tx) =>
      app.get(Mailer).send(tx, { to: 'ada@example.org', topic: 'reviews', subject: 'Hello', text: 'Text', ...mail }),
    );
const idOf = async (email: string) =>
  (await sql<{ id: string }>('select id from identity.users where email = $1', [email]))[0]!.id;

describe('a mail to a person', () => {
  it('is a notification too, in the transaction that sends it, whatever the case of the reader’s address', async () => {
    await send({ to: 'ADA@Example.org', subject: 'Line\r\nbreak', path: '/author/drives' });
    expect(await list(ada)).toEqual([
      expect.objectContaining({
        topic: 'reviews',
        subject: 'Line break',
        text: 'Text',
        path: '/author/drives',
        mailed: true,
        read_at: null,
      }),
    ]);
    expect(await list(ben)).toEqual([]);
    const failing = app.get(Transactor).run(async (tx) => {
      await app.get(Mailer).send(tx, { to: 'ada@example.org', topic: 'reviews', subject: 'Never', text: 'x' });
      throw new Error('given up');
    });
    await expect(failing).rejects.toThrow('given up');
    expect(await list(ada)).toHaveLength(1);
    expect(await mailed()).toEqual(['Line break']);
  });

  it('is no notification at an address without an account, or with one that is not confirmed or disabled', async () => {
    await send({ to: 'stranger@example.org', subject: 'To a stranger' });
    await sql(`update identity.users set email_confirmed_at = null where email = 'ben@example.org'`);
    await send({ to: 'ben@example.org', subject: 'Not confirmed' });
    await sql(
      `update identity.users set email_confirmed_at = clock_timestamp(), disabled_at = clock_timestamp() where email = 'ben@example.org'`,
    );
    await send({ to: 'ben@example.org', subject: 'Disabled' });
    await sql(`update identity.users set disabled_at = null where email = 'ben@example.org'`);
    expect(await sql('select 1 from identity.notifications')).toEqual([]);
    expect(await mailed()).toEqual(['To a stranger', 'Not confirmed', 'Disabled']);
  });

  it('is a notification too when its sender cannot read the reader’s notifications', async () => {
    const rows = await withScope(NOBODY_SCOPE, () =>
      app.get(Transactor).run(async (tx) => {
        await app
          .get(Mailer)
          .send(tx, { to: 'ada@example.org', topic: 'security', subject: 'By a stranger', text: 'x' });
        return tx.query('select 1 from identity.notifications');
      }),
    );
    expect(rows).toEqual([]);
    expect((await list(ada)).map(({ subject }) => subject)).toEqual(['By a stranger']);
  });

  it('is a notification without a token: neither a session nor a copy of the table opens what the mail opens', async () => {
    const { publicUrl } = app.get(Config);
    const text = `Open ${publicUrl}/reset-password?token=dpr_secretsecret\n\nor xtoken=dpi_other, tokené=1 token=é.`;
    await send({ topic: 'security', text });
    const [kept] = await list(ada);
    expect(kept!.text).toBe(
      `Open ${publicUrl}/reset-password?token=(in the mail)\n\nor xtoken=(in the mail), tokené=1 token=é.`,
    );
    expect((await sql<{ body: string }>('select body from platform.mail_messages'))[0]!.body).toBe(text);
    await expect(
      sql(
        `insert into identity.notifications (id, user_id, topic, subject, text, mailed, at) values (gen_random_uuid(), $1, 'security', 's', 'token=dpr_1', true, now())`,
        [await idOf('ada@example.org')],
      ),
    ).rejects.toThrow('notifications_text_check');
  });

  it('keeps hostile text as it is, and links nowhere outside the portal', async () => {
    const subject = '<img src=x onerror=alert(1)> "quoted" 𝕌';
    await send({ subject, text: '<script>alert(1)</script>' });
    expect(await list(ada)).toEqual([expect.objectContaining({ subject, text: '<script>alert(1)</script>' })]);
    for (const path of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/\\evil.example'])
      await expect(send({ path })).rejects.toThrow('notifications_path_check');
  });

  it('has one topic of the catalogue, which equals that of the tables', async () => {
    for (const topic of MAIL_TOPIC_KEYS) await send({ topic, subject: topic });
    expect((await list(ada)).map(({ topic }) => topic)).toEqual([...MAIL_TOPIC_KEYS].reverse());
    await expect(send({ topic: 'gossip' as never })).rejects.toThrow();
    await expect(
      sql(`insert into identity.mail_choices select id, 'security' from identity.users limit 1`),
    ).rejects.toThrow('mail_choices_topic_check');
  });
});

describe('the list of notifications', () => {
  it('is read page by page, newest first, by topic and by what is unread', async () => {
    for (const subject of ['1', '2', '3']) await send({ subject });
    await send({ subject: '4', topic: 'webhooks' });
    const first = await get<Page<NotificationView>>('?limit=3', ada);
    expect(first.data.items.map(({ subject }) => subject)).toEqual(['4', '3', '2']);
    const rest = await get<Page<NotificationView>>(`?limit=3&cursor=${first.data.next_cursor}`, ada);
    expect(rest.data).toMatchObject({ items: [{ subject: '1' }], next_cursor: null });
    expect((await post(`/${first.data.items[1]!.id}/read`, {}, ada)).data).toEqual({ read: 1 });
    expect((await list(ada, '?unread=true')).map(({ subject }) => subject)).toEqual(['4', '2', '1']);
    expect((await list(ada, '?unread=true&topic=webhooks')).map(({ subject }) => subject)).toEqual(['4']);
    expect((await get('?topic=gossip', ada)).error).toBe('invalid_request');
    expect((await get('/unread', ada)).data).toEqual({ unread: 3, newest_id: first.data.items[0]!.id });
  });

  it('can be marked as read up to what was shown, once and permanently', async () => {
    await send({ subject: 'seen' });
    const { newest_id: newest } = (await get<{ newest_id: string }>('/unread', ada)).data;
    await send({ subject: 'came since' });
    await send({ to: 'ben@example.org', subject: 'Ben’s' });
    expect((await post('/read', { up_to: newest }, ada)).data).toEqual({ read: 1 });
    expect((await post('/read', { up_to: newest }, ada)).data).toEqual({ read: 0 });
    expect((await list(ada, '?unread=true')).map(({ subject }) => subject)).toEqual(['came since']);
    expect((await get('/unread', ben)).data).toMatchObject({ unread: 1 });
    const [, { id, read_at }] = (await list(ada)) as [unknown, NotificationView];
    await post(`/${id}/read`, {}, ada);
    expect((await list(ada))[1]).toMatchObject({ read_at });
    expect((await post('/read', { up_to: 'all' }, ada)).error).toBe('invalid_request');
  });

  it('groups what is about one Drive, case or application under its newest item, with a count', async () => {
    const [one, other] = ['a', 'b'].map((digit) => `/author/drives/${digit.repeat(8)}-0000-4000-8000-000000000000`);
    const paths = ['/account', one, `${other}?tab=keys`, '/account', one, '/author/application', `${one}?tab=review`];
    for (const [i, path] of paths.entries())
      await send({ subject: String(i), topic: i === 4 ? 'checks' : 'reviews', path });
    for (const subject of ['alone', 'too']) await send({ subject });
    const folded = async (query = '') =>
      (await list(ada, `?folded=true${query}`)).map((row) => [row.subject, row.of_item, row.unread_of_item]);
    const all = [
      ['too', 1, 1],
      ['alone', 1, 1],
      ['6', 3, 3],
      ['5', 1, 1],
      ['3', 1, 1],
      ['2', 1, 1],
      ['0', 1, 1],
    ];
    expect(await folded()).toEqual(all);
    expect((await get('/unread', ada)).data).toMatchObject({ unread: all.length });
    const first = await get<Page<NotificationView>>('?folded=true&limit=3', ada);
    const rest = await get<Page<NotificationView>>(`?folded=true&limit=3&cursor=${first.data.next_cursor}`, ada);
    expect([...first.data.items, ...rest.data.items].map(({ subject }) => subject)).toEqual(
      all.slice(0, 6).map(([subject]) => subject),
    );

    // The item is its page, whichever part each one links to; opening it marks what was counted.
    const item = encodeURIComponent(one!);
    expect((await list(ada, `?item=${item}`)).map(({ subject }) => subject)).toEqual(['6', '4', '1']);
    expect((await list(ada, `?item=${item}&topic=reviews`)).map((row) => [row.subject, row.of_item])).toEqual([
      ['6', 2],
      ['1', 2],
    ]);
    expect(await folded('&topic=checks')).toEqual([['4', 1, 1]]);
    expect(await list(ben, `?item=${item}`)).toEqual([]);
  });

  it('can be marked as read item by item, up to what was shown: newer ones and all other items stay unread', async () => {
    const path = '/review/submissions/c0000000-0000-4000-8000-000000000000';
    for (const subject of ['1', '2']) await send({ subject, path });
    const [shown] = await list(ada, '?folded=true');
    await send({ subject: '3', path });
    await send({ subject: 'other' });
    await send({ to: 'ben@example.org', subject: 'Ben’s', path });
    const mark = (as: string) => post<{ read: number }>('/read', { up_to: shown!.id, item: shown!.item }, as);
    expect((await mark(ada)).data).toEqual({ read: 2 });
    expect((await mark(ada)).data).toEqual({ read: 0 });
    expect((await list(ada, '?folded=true')).map((row) => [row.subject, row.of_item, row.unread_of_item])).toEqual([
      ['other', 1, 1],
      ['3', 3, 1],
    ]);
    expect((await list(ada, '?folded=true&unread=true')).map((row) => [row.subject, row.of_item])).toEqual([
      ['other', 1],
      ['3', 1],
    ]);
    expect((await get('/unread', ada)).data).toMatchObject({ unread: 2 });
    expect((await get('/unread', ben)).data).toMatchObject({ unread: 1 });
    for (const body of [
      { up_to: shown!.id, item: 1 },
      { up_to: shown!.id, item: 'x'.repeat(501) },
    ])
      expect((await post('/read', body, ada)).error).toBe('invalid_request');
    expect((await get('?folded=yes', ada)).error).toBe('invalid_request');
  });

  it('counts no more than a hundred', async () => {
    await sql(
      `insert into identity.notifications (id, user_id, topic, subject, text, mailed, at)
       select gen_random_uuid(), $1, 'reviews', 's', 't', true, now() from generate_series(1, 120)`,
      [await idOf('ada@example.org')],
    );
    expect((await get('/unread', ada)).data).toMatchObject({ unread: 100 });
  });

  it('is visible to nobody else, by query and by policy', async () => {
    await send({ to: 'ben@example.org', subject: 'Ben’s' });
    const { id } = (await list(ben))[0]!;
    const refused = await post(`/${id}/read`, {}, ada);
    expect([refused.status, refused.error]).toEqual([404, 'notification_not_found']);
    expect((await list(ben))[0]).toMatchObject({ read_at: null });
    await choose('reviews', false, ben);
    const asAda = { kind: 'caller', personId: await idOf('ada@example.org'), owners: [] } as const;
    for (const table of ['notifications', 'mail_choices'])
      expect([table, await withScope(asAda, () => sql(`select 1 from identity.${table}`))]).toEqual([table, []]);
    expect(await withScope(asAda, () => sql(`update identity.notifications set read_at = now() returning 1`))).toEqual(
      [],
    );
    const benId = await idOf('ben@example.org');
    await expect(
      withScope(asAda, () => sql(`insert into identity.mail_choices values ($1, 'checks')`, [benId])),
    ).rejects.toThrow('row-level security');
  });

  it('is refused to an API token, as it is for a person with a session', async () => {
    const made = await app.ask<{ secret: string }>(await app.demo('reviewer'), 'POST', '/api-tokens', {
      name: 'CI',
      roles: [{ role: 'reviewer', scope_id: null }],
      expires_in_days: 1,
    });
    const token = `Bearer ${made.data.secret}`;
    const none = '00000000-0000-4000-8000-000000000000';
    const answers = [
      await get('', token),
      await get('/unread', token),
      await get('/choices', token),
      await post('/read', { up_to: none }, token),
      await post(`/${none}/read`, {}, token),
      await choose('reviews', false, token),
    ];
    expect(answers.slice(0, 3).map(({ error }) => error)).toEqual(Array(3).fill('session_required'));
    expect(answers.slice(3).map(({ error }) => error)).toEqual(Array(3).fill('token_read_only'));
    expect((await app.call({ method: 'GET', url: URL })).status).toBe(401);
  });

  it('loses what is older than 180 days of business time', async () => {
    await send({ subject: 'old' });
    await send({ subject: 'new' });
    await sql(
      `update identity.notifications set at = platform.portal_now() - interval '180 days' where subject = 'old'`,
    );
    await sql(
      `update identity.notifications set at = platform.portal_now() - interval '179 days 23 hours' where subject = 'new'`,
    );
    await purgeOld(app);
    expect((await list(ada)).map(({ subject }) => subject)).toEqual(['new']);
  });
});

describe('the mail preferences of a person', () => {
  it('include everything, until they switch a topic off: then it is listed and not mailed, to them alone', async () => {
    const { items } = (await get<Page<MailChoiceView>>('/choices', ada)).data;
    expect(items.map(({ topic, mailed }) => [topic, mailed])).toEqual(MAIL_TOPIC_KEYS.map((topic) => [topic, true]));
    for (let twice = 0; twice < 2; twice++) {
      const off = await choose('reviews', false, ada);
      expect(off.data.items.filter((one) => !one.mailed).map(({ topic }) => topic)).toEqual(['reviews']);
    }
    await send({ subject: 'Quiet' });
    await send({ to: 'ben@example.org', subject: 'To Ben' });
    await send({ topic: 'checks', subject: 'Another topic' });
    expect(await mailed()).toEqual(['To Ben', 'Another topic']);
    expect((await list(ada)).map(({ subject, mailed }) => [subject, mailed])).toEqual([
      ['Another topic', true],
      ['Quiet', false],
    ]);
    await choose('reviews', true, ada);
    await send({ subject: 'Again' });
    expect(await mailed()).toEqual(['To Ben', 'Another topic', 'Again']);
  });

  it('cannot exclude what concerns access, rights or money', async () => {
    const mandatory = MAIL_TOPIC_KEYS.filter((topic) => MAIL_TOPICS[topic].mandatory);
    expect(mandatory).toEqual(['security', 'secrets', 'agreement', 'payouts', 'invoices']);
    for (const topic of mandatory) {
      const refused = await choose(topic, false, ada);
      expect([topic, refused.status, refused.error]).toEqual([topic, 422, 'mail_topic_mandatory']);
      expect((await choose(topic, true, ada)).status).toBe(200);
    }
    expect(await sql('select 1 from identity.mail_choices')).toEqual([]);
    const unknown = await choose('gossip', false, ada);
    expect([unknown.status, unknown.error]).toEqual([404, 'mail_topic_not_found']);
    expect((await post('/choices', { topic: 'reviews', mailed: 'no' }, ada)).error).toBe('invalid_request');
  });
});
