import { randomUUID } from 'node:crypto';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { IdentityWorkerModule } from '@portal/identity';
import { InstallUpgraded } from '@portal/installs';
import { PayoutsModule, PayoutsWorkerModule } from '@portal/payouts';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { TestClock, Transactor } from '@portal/platform/database';
import { EventProcessor } from '@portal/platform/events';
import type { Client } from 'pg';
import { RetriedMoney } from '../../../test/support/http/retried-money.js';
import { BooksWorld } from '../../../test/support/money/books.js';
import type { PaidAuthor } from '../../../test/support/money/finance-world.js';
import { SyncRefund } from '../../billing/src/refunds/sync-refund.js';
import { MailDay } from '../../identity/src/notifications/read/mail-day.js';
import { SyncBankPayouts } from '../../payouts/src/transfers/sync-bank-payouts.js';
import { AUTHOR_EVENT_TYPES } from './domain/event-catalogue.js';
import { WebhooksModule, WebhooksWorkerModule } from './webhooks.module.js';

type Query = Pick<Client, 'query'>;

/** A webhook of the organisation for everything; nobody answers it. */
const subscribe = (db: Query, orgId: string) =>
  db.query(
    `insert into webhooks.endpoints (id, org_id, url, description, event_types, created_at) values ($1, $2, 'https://hooks.example/', '', $3, now())`,
    [randomUUID(), orgId, AUTHOR_EVENT_TYPES],
  );
/** What the people and webhooks of an organisation got about a kind of event since the last call. */
async function got(db: Query, orgId: string) {
  const people = `in (select g.user_id from identity.role_grants g where g.role = 'author' and g.scope_id = $1)`;
  const notices = await db.query<{ subject: string; text: string; path: string; waits: boolean }>(
    `select subject, text, path, daily is not null as waits from identity.notifications where user_id ${people} and read_at is null order by id`,
    [orgId],
  );
  await db.query(`update identity.notifications set read_at = now() where user_id ${people}`, [orgId]);
  const mails = await db.query<{ subject: string; body: string }>(
    `delete from platform.mail_messages where recipient in (select email from identity.users where id ${people}) returning subject, body`,
    [orgId],
  );
  const hooks = await db.query<{ type: string; body: { data: Record<string, unknown> } }>(
    `delete from webhooks.messages where endpoint_id in (select id from webhooks.endpoints where org_id = $1) returning type, body::jsonb as body`,
    [orgId],
  );
  return {
    notices: notices.rows,
    mails: mails.rows,
    hooks: hooks.rows.map(({ type, body }) => ({ type, ...body.data })),
  };
}
const text = (...parts: string[]) => expect.stringContaining(parts.join('')) as string;
const sum = (amount_minor: string) => [{ amount_minor, currency: 'usd' }];

describe('authors are notified of installs and sales', () => {
  let money: RetriedMoney;
  let driveOrg: string;
  let other: string;

  beforeAll(async () => {
    money = await RetriedMoney.start([IdentityWorkerModule, WebhooksModule, WebhooksWorkerModule]);
    const { org_id } = await money.one<{ org_id: string }>(
      'select org_id from authors.drive_reservations where id = $1',
      [money.world.drive.driveId],
    );
    driveOrg = org_id;
    other = (await money.author()).orgId;
    for (const orgId of [driveOrg, other, money.earner.orgId]) await subscribe(money.owner, orgId);
  });
  beforeEach(async () => {
    for (const orgId of [driveOrg, other, money.earner.orgId]) await got(money.owner, orgId);
  });
  afterEach(async () => {
    expect(await got(money.owner, other)).toEqual({ notices: [], mails: [], hooks: [] });
  });
  afterAll(() => money.close());
  const get = <T>(token: abstract new (...args: never[]) => T): T => money.world.listings.app.get(token);
  const dayPasses = async () => {
    await get(TestClock).advance({ ms: 86_400_000 }, SYSTEM_ACTOR);
    await get(MailDay).execute();
  };

  it('an install, an upgrade and an end: at once in the portal and by webhook, with the price, by mail once a day', async () => {
    const { id } = await money.installed();
    const path = `/author/drives/${money.world.drive.driveId}/installs`;
    const drive_ids = [money.world.drive.driveId];
    const { amount } = await money.one<{ amount: string }>('select amount from installs.installs where id = $1', [id]);
    const amounts = amount === '0' ? [] : sum(amount);
    const installed = await got(money.owner, driveOrg);
    expect(installed.notices).toEqual([
      {
        subject: text(amount === '0' ? ' was installed: free of charge' : ' was installed: '),
        text: text('Version 1.0.0.'),
        path,
        waits: true,
      },
    ]);
    expect(installed.hooks).toEqual([
      { type: 'drive.installed', install_id: id, drive_ids, amounts, reason: 'version 1.0.0' },
    ]);

    await get(Transactor).run((tx) =>
      tx.emit(InstallUpgraded, {
        ...{ install_id: id, revision_id: randomUUID(), price_id: null, amount_minor: amount, currency: 'usd' },
        upgraded_at: tx.now.toISOString(),
      }),
    );
    await money.work();
    const upgraded = await got(money.owner, driveOrg);
    expect(upgraded.notices).toMatchObject([{ subject: text(' was upgraded') }]);
    expect(upgraded.hooks).toMatchObject([{ type: 'drive.upgraded', install_id: id }]);

    await money.must(money.operator, `/operator/installs/${id}/uninstall`, { confirm: 'Shop' });
    await money.work();
    const ended = await got(money.owner, driveOrg);
    expect(ended.notices).toMatchObject([{ subject: text(' ended') }]);
    expect(ended.hooks).toMatchObject([{ type: 'drive.uninstalled', install_id: id, drive_ids }]);

    expect([...installed.mails, ...upgraded.mails, ...ended.mails]).toEqual([]);
    await get(MailDay).execute();
    expect((await got(money.owner, driveOrg)).mails).toEqual([]);
    await dayPasses();
    const { mails } = await got(money.owner, driveOrg);
    expect(mails).toEqual([{ subject: text('notices'), body: text(`was upgraded`) }]);
    for (const word of ['was installed', ' ended']) expect(mails[0]!.body).toContain(word);
    await dayPasses();
    expect((await got(money.owner, driveOrg)).mails).toEqual([]);
  });

  it('many charges of a day: one notification that counts and adds them, one line in one mail, a webhook for each', async () => {
    const orgId = money.earner.orgId;
    for (let i = 0; i < 3; i++) await money.paid();
    const { share } = await money.one<{ share: string }>(
      'select author_share as share from billing.invoice_lines where org_id = $1 order by month desc limit 1',
      [orgId],
    );
    const all = (3 * Number(share)) / 100;
    const { notices, mails, hooks } = await got(money.owner, orgId);
    expect(notices.map(({ subject }) => subject)).toEqual([text(`(3 times, ${all.toFixed(2)} USD in all)`)]);
    expect(hooks).toHaveLength(3);
    expect(hooks[0]).toMatchObject({ type: 'invoice.paid', amounts: sum(share), reason: text('invoice of 20') });
    expect(mails).toEqual([]);
    await dayPasses();
    const daily = await got(money.owner, orgId);
    expect(daily.mails).toEqual([{ subject: text('3 times'), body: text(`${all.toFixed(2)} USD in all`) }]);
    // Another day, another notification.
    await money.paid();
    // Also while the mail of the day before was not sent yet.
    await money.owner.query(
      `update identity.notifications set daily = '1' || substr(daily, strpos(daily, ' ')) where daily is not null`,
    );
    await money.paid();
    const once = { subject: expect.not.stringContaining('times') as string };
    expect((await got(money.owner, orgId)).notices).toMatchObject([once, once]);
    await dayPasses();
  });

  it('who turned mail about installs and sales off gets no summary of them, and the notification all the same', async () => {
    const orgId = money.earner.orgId;
    await money.owner.query(
      `insert into identity.mail_choices (user_id, topic) select user_id, 'installs' from identity.role_grants where scope_id = $1`,
      [orgId],
    );
    await money.paid();
    expect((await got(money.owner, orgId)).notices).toHaveLength(1);
    await dayPasses();
    expect((await got(money.owner, orgId)).mails).toEqual([]);
    await money.owner.query('delete from identity.mail_choices');
  });

  it('a refund, with its reason and what is deducted', async () => {
    const { id } = await money.paid();
    await got(money.owner, money.earner.orgId);
    await money.must(money.preparer, `/finance/invoices/${id}/refunds`, {
      ...{ scope: 'amount', amount_minor: '500', confirm_minor: '500' },
      ...{ reason: 'service_failure', note: 'Agreed with the customer.' },
    });
    await money.work();
    const { notices, hooks, mails } = await got(money.owner, money.earner.orgId);
    expect(notices).toMatchObject([
      { subject: text('A payment was refunded'), text: text('Reason: service failure'), waits: true },
    ]);
    expect(hooks).toMatchObject([{ type: 'refund.succeeded', invoice_id: id, reason: 'service failure' }]);
    expect(notices[0]!.subject).toContain(
      `${(Number((hooks[0] as unknown as { amounts: { amount_minor: string }[] }).amounts[0]!.amount_minor) / 100).toFixed(2)} USD`,
    );
    expect(mails).toEqual([]);
  });

  it('a refund that comes back later: what was deducted is in the balance again', async () => {
    const { id } = await money.paid();
    await money.must(money.preparer, `/finance/invoices/${id}/refunds`, {
      ...{ scope: 'amount', amount_minor: '500', confirm_minor: '500' },
      ...{ reason: 'service_failure', note: 'Agreed with the customer.' },
    });
    await money.work();
    const taken = (await got(money.owner, money.earner.orgId)).hooks.at(-1) as { type: string; amounts: object[] };
    expect(taken.type).toBe('refund.succeeded');
    const { re } = await money.one<{ re: string }>(
      'select provider_refund_id as re from billing.refunds where invoice_id = $1',
      [id],
    );
    await money.control(`/refunds/${re}`, { status: 'failed' });
    await get(SyncRefund).execute(re);
    await money.work();
    const { notices, hooks } = await got(money.owner, money.earner.orgId);
    expect(hooks).toMatchObject([{ type: 'refund.failed', invoice_id: id, amounts: taken.amounts }]);
    expect(notices).toMatchObject([
      { subject: text('did not reach the customer'), text: text('Reason: service failure'), path: '/author/earnings' },
    ]);
  });

  it.each([
    [undefined, 'dispute.opened', 'disputed a payment'],
    ['won', 'dispute.won', 'was won'],
    ['lost', 'dispute.lost', 'was deducted from your earnings'],
  ] as const)('a dispute: %s, then %s, by mail at once', async (outcome, type, words) => {
    await money.disputed(outcome);
    const { notices, hooks, mails } = await got(money.owner, money.earner.orgId);
    const notice = notices.at(-1)!;
    expect(notice).toMatchObject({
      subject: text(words),
      text: text('Reason: '),
      path: '/author/earnings',
      waits: false,
    });
    expect(hooks.at(-1)).toMatchObject({ type, amounts: [{ currency: 'usd' }], reason: expect.any(String) as string });
    expect(mails.map(({ subject }) => subject)).toContain(notice.subject);
    expect(mails.every(({ subject }) => subject.includes('dispute'))).toBe(true);
  });
});

describe('authors are notified of holds and payouts', () => {
  const world = BooksWorld.forTests([
    DiscoveryModule,
    PayoutsModule,
    PayoutsWorkerModule,
    WebhooksModule,
    WebhooksWorkerModule,
  ]);
  let db: Client;
  let author: PaidAuthor;
  let other: PaidAuthor;

  beforeAll(async () => {
    await world.topUp(1_000_000);
    db = await world.owner();
    [author, other] = [await world.author({ name: 'Told' }), await world.author({ name: 'Uninvolved' })];
    for (const { orgId } of [author, other]) await subscribe(db, orgId);
    await told();
    for (const { orgId } of [author, other]) await got(db, orgId);
  });
  afterEach(async () => {
    expect(await got(db, other.orgId)).toEqual({ notices: [], mails: [], hooks: [] });
  });
  /** Hands out what happened to authors' webhooks and people. */
  const told = async () => {
    const processors = world
      .get(DiscoveryService)
      .getProviders()
      .map(({ instance }: { instance?: unknown }) => instance)
      .filter(
        (one): one is EventProcessor => one instanceof EventProcessor && one.consumer.startsWith('webhooks.tell-'),
      );
    const { rows } = await db.query<{ id: string; type: string; payload: object }>(
      'update platform.outbox_events set relayed_at = clock_timestamp() where relayed_at is null returning id, type, payload',
    );
    for (const { id: eventId, type, payload } of rows)
      for (const processor of processors.filter(({ event }) => event.type === type))
        await processor.handle(payload, { eventId, attempt: 1, once: (work) => world.get(Transactor).run(work) });
    return got(db, author.orgId);
  };
  const run = async () => {
    await world.earn(author.orgId, 6_000);
    const month = await world.closedMonth();
    await world.reconcile();
    return world.finish(await world.prepare(month));
  };
  const hold = async (more: object = {}) =>
    (
      await world.post<{ id: string }>(world.preparer, '/finance/payout-holds', {
        ...{ org_id: author.orgId, kind: 'review', basis_points: 5_000, reason: 'We are looking at it.', ...more },
      })
    ).data.id;

  it('a hold and its end, with amount and reason', async () => {
    await world.earn(author.orgId, 6_000);
    const hold_id = await hold();
    const placed = await told();
    expect(placed.notices).toEqual([
      {
        subject: 'Your payouts are on hold: 30.00 USD as of now',
        text: text('Reason: We are looking at it.'),
        path: '/author/payouts',
        waits: true,
      },
    ]);
    expect(placed.hooks).toEqual([
      { type: 'payout_hold.placed', hold_id, drive_ids: [], amounts: sum('3000'), reason: 'We are looking at it.' },
    ]);
    await world.reconcile();
    await world.finish(await world.prepare(await world.closedMonth()));
    await told();
    expect(
      (await world.post(world.approver, `/finance/payout-holds/${hold_id}/end`, { reason: 'All is well.' })).status,
    ).toBe(200);
    const ended = await told();
    expect(ended.notices).toMatchObject([
      { subject: 'A hold on your payouts ended: 30.00 USD', text: text('Reason: All is well.') },
    ]);
    expect(ended.hooks).toMatchObject([{ type: 'payout_hold.ended', hold_id, amounts: sum('3000') }]);
    expect([...placed.mails, ...ended.mails]).toEqual([]);
  });

  it('what a hold had kept of a month, when it is released on its date', async () => {
    const hold_id = await hold({ kind: 'manual', window_months: 1 });
    const { month } = await run();
    await told();
    await world.pass(70);
    await world.reconcile();
    await world
      .prepare(await world.closedMonth())
      .then(({ id }) => world.post(world.preparer, `/finance/payout-runs/${id}/cancel`, { reason: 'Only to look.' }));
    const { notices, hooks } = await told();
    expect(notices).toMatchObject([{ subject: text(` USD of ${month} is no longer on hold`) }]);
    expect(hooks).toMatchObject([{ type: 'payout_hold.released', hold_id, month, amounts: [{ currency: 'usd' }] }]);
    await world.post(world.approver, `/finance/payout-holds/${hold_id}/end`, { reason: 'Done.', release_now: true });
    await told();
  });

  it('a transfer, a bank that refuses it by mail at once, and a reversal', async () => {
    await world.control('/play', { do: 'bank-refuse', id: author.accountId! });
    const done = await run();
    const payout = await world.payoutNow(done, author);
    const { amount_minor: minor } = payout;
    const amount = `${(Number(minor) / 100).toFixed(2)} USD`;
    const sent = await told();
    const path = `/author/payouts/${payout.id}`;
    expect(sent.notices).toEqual([
      { subject: `Payout of ${amount} for ${done.month} sent`, text: text(path), path, waits: true },
    ]);
    expect(sent.hooks).toEqual([
      {
        type: 'payout.settled',
        payout_id: payout.id,
        run_id: done.id,
        drive_ids: [],
        amounts: sum(minor),
        reason: null,
      },
    ]);
    expect(sent.mails).toEqual([]);

    for (let day = 0; day < 6; day++) {
      await world.pass(1);
      await world.get(SyncBankPayouts).execute(author.accountId!);
    }
    const refused = await told();
    const subject = `Your bank rejected a payout of ${amount}: correct your bank details under Payout account`;
    expect(refused.notices).toMatchObject([{ subject, text: text('Reason: '), path, waits: false }]);
    expect(refused.mails.map((mail) => mail.subject)).toEqual([subject]);
    expect(refused.hooks).toMatchObject([{ type: 'payout.refused', payout_id: payout.id, amounts: sum(minor) }]);

    await world.control('/play', { do: 'bank-accept', id: author.accountId! });
    await world.pass(4);
    await world.stripe.transfers.createReversal(payout.transfer_id!, { amount: 1_000 });
    await world.pass(2);
    await world.reconcile();
    const reversed = await told();
    expect(reversed.notices).toMatchObject([
      {
        subject: '10.00 USD of a payout was taken back by the processor',
        text: text('The processor gave no reason.'),
        ...{ path, waits: true },
      },
    ]);
    expect(reversed.hooks).toMatchObject([{ type: 'payout.reversed', payout_id: payout.id, amounts: sum('1000') }]);
    // The next one is told with its own amount.
    await world.stripe.transfers.createReversal(payout.transfer_id!, { amount: 500 });
    await world.pass(2);
    await world.reconcile();
    expect((await told()).hooks).toMatchObject([{ type: 'payout.reversed', amounts: sum('500') }]);
  });

  it('a payout that could not be made, by mail at once', async () => {
    const closed = await world.author({ name: 'Closed' });
    await subscribe(db, closed.orgId);
    await told();
    await got(db, closed.orgId);
    await world.earn(closed.orgId, 9_000);
    await world.reconcile();
    const run = await world.prepare(await world.closedMonth());
    await world.control(`/accounts/${closed.accountId!}`, { closed: true });
    await world.finish(run);
    await told();
    const { notices, mails, hooks } = await got(db, closed.orgId);
    const subject = expect.stringMatching(
      /^Your payout of [\d.]+ USD could not be made and is back in your balance$/,
    ) as string;
    expect(notices).toMatchObject([{ subject, text: text('Reason: '), waits: false }]);
    expect(mails).toMatchObject([{ subject }]);
    expect(hooks).toMatchObject([{ type: 'payout.refused', reason: expect.any(String) as string }]);
  });
});
