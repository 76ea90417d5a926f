import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { DiscoveryService } from '@nestjs/core';
import { readManifest } from '@portal/contract';
import { DemoPersons } from '@portal/identity';
import { RevisionPublished } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import { ScheduledJob } from '@portal/platform/jobs';
import good from '../../../contract/vectors/manifests-good.json';
import { insertLiveDrive } from '../../../../test/support/database/inserted-drives.js';
import { insertInstall, insertVenture } from '../../../../test/support/database/inserted-installs.js';
import { ListingsWorld, type Author } from '../../../../test/support/drives/listings.js';
import type { DriveView, ListedDriveView } from '../../../listings/src/listing/listings.view.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';
import type { HostSubprocessorNoticeView, SubprocessorNoticeView } from '../subprocessors/subprocessor-notices.view.js';

const page =
  (rows: string, etag?: string): RequestListener =>
  (request, response) => {
    if (etag !== undefined && request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    // As pages do: something in it differs at every visit.
    const body = `<html><body data-nonce="${randomUUID()}"><h1>Subprocessors</h1><p>${rows}</p></body></html>`;
    response.writeHead(200, { 'content-type': 'text/html', ...(etag === undefined ? {} : { etag }) }).end(body);
  };

describe('the public list of subprocessors of a live Drive', () => {
  const world = ListingsWorld.forTests({ SANDBOX_DRIVE_PORTS: '1024-65535' }, [InstallsModule, InstallsWorkerModule]);
  let ada: Author;
  let reviewer: string;
  let origin: string;
  const answers = new Map<string, RequestListener>();
  const asked: { path: string; conditional: boolean }[] = [];

  beforeAll(async () => {
    ada = await world.author('ada');
    reviewer = await world.app.demo('reviewer');
    ({ origin } = await world.serve((request, response) => {
      asked.push({ path: request.url!, conditional: request.headers['if-none-match'] !== undefined });
      answers.get(request.url!)!(request, response);
    }));
  });

  /** A live Drive whose manifest names `path` of the server above, with the given number of running installs. */
  async function live(
    slug: string,
    installs: number,
  ): Promise<{ driveId: string; path: string; installIds: string[] }> {
    const owned = await world.reserve(ada, slug);
    const { driveId } = owned;
    const path = `/${slug}`;
    const manifest = {
      ...readManifest(good.structured as never).manifest,
      compliance: {
        frameworks: [],
        dataResidency: [],
        subprocessorsUrl: origin + path,
        baaRequired: false,
        encryptionAtRest: null,
        encryptionInTransit: null,
      },
    };
    const revisionId = await insertLiveDrive(world.app, ada.orgId, owned, { origin, manifest });
    await world.app
      .get(Transactor)
      .run((tx) => tx.emit(RevisionPublished, { drive_id: driveId, revision_id: revisionId }));
    await world.work();
    const installIds: string[] = [];
    for (let i = 0; i < installs; i++)
      installIds.push(await insertInstall(world.app, revisionId, await insertVenture(world.app)));
    return { driveId, path, installIds };
  }

  /** Runs the job as the worker does; the list of that Drive is due, and `hours` have passed since it was read. */
  async function watch(driveId: string, hours = 0): Promise<void> {
    await world.db.query(
      `update listings.subprocessor_lists set next_read_at = clock_timestamp(), pending_since = pending_since - $2 * interval '1 hour',
         confirmed_at = confirmed_at - $2 * interval '1 hour' where drive_id = $1`,
      [driveId, hours],
    );
    const job = world.app
      .get(DiscoveryService)
      .getProviders()
      .map(({ instance }: { instance?: unknown }) => instance)
      .find((one): one is ScheduledJob => one instanceof ScheduledJob && one.name === 'listings.watch-subprocessors');
    await job!.run(new AbortController().signal);
  }

  const staff = async (slug: string) =>
    (await world.app.ask<{ items: ListedDriveView[] }>(reviewer, 'GET', `/review/drives?limit=100&q=${slug}`)).data
      .items[0]!;
  const author = async (driveId: string) =>
    (await world.app.ask<DriveView>(ada.cookie, 'GET', `/author/drives/${driveId}`)).data;
  const changes = (driveId: string) =>
    world.db.query<{ outcome: string }>(
      'select outcome from listings.subprocessor_changes where drive_id = $1 order by noticed_at, id',
      [driveId],
    );
  const mails = async () =>
    (await world.db.query(`select 1 from platform.outbox_events where type = 'mail.queued'`)).length;

  it('records an unannounced change with its dates, for reviewers and the author, who is notified once', async () => {
    const { driveId, path } = await live('silent', 1);
    answers.set(path, page('Acme'));
    await watch(driveId);
    await watch(driveId);
    expect(await changes(driveId)).toEqual([]);
    answers.set(path, page('Acme, Evil'));
    const before = await mails();
    await watch(driveId);
    expect([await changes(driveId), (await author(driveId)).notes]).toEqual([[], []]);
    await watch(driveId, 2);
    expect(await changes(driveId)).toEqual([{ outcome: 'unannounced' }]);
    const shown = await staff('silent');
    expect(shown.notes).toMatchObject([{ kind: 'subprocessors_unannounced' }]);
    expect(shown.subprocessor_changes).toMatchObject([{ outcome: 'unannounced' }]);
    const [change] = shown.subprocessor_changes;
    expect(change!.seen_before_at < change!.noticed_at).toBe(true);
    expect(change!.digest_before).not.toBe(change!.digest_after);
    expect((await author(driveId)).notes).toMatchObject([{ kind: 'subprocessors_unannounced' }]);
    expect(await mails()).toBe(before + 1);
    answers.set(path, page('Acme, Evil, More'));
    await watch(driveId);
    await watch(driveId, 2);
    expect([(await changes(driveId)).length, await mails()]).toEqual([2, before + 1]);
    await watch(driveId, 2);
    expect(await changes(driveId)).toHaveLength(2);
  });

  it('accepts a change that came with its event, and withdraws the finding when the event comes a little later', async () => {
    const { driveId, path, installIds } = await live('honest', 1);
    answers.set(path, page('Acme'));
    await watch(driveId);
    answers.set(path, page('Acme, Other'));
    await watch(driveId);
    await world.db.query(
      `insert into installs.drive_events (install_id, identity, digest, kind, ts, payload) values ($1, 'e1', 'd', 'subprocessor.updated', now(), '{}')`,
      [installIds[0]],
    );
    await watch(driveId, 2);
    expect(await changes(driveId)).toEqual([{ outcome: 'announced' }]);
    expect((await staff('honest')).notes).toEqual([]);
  });

  it('announces nothing by an event of long ago', async () => {
    const { driveId, path, installIds } = await live('stale', 1);
    answers.set(path, page('Acme'));
    await world.db.query(
      `insert into installs.drive_events (install_id, identity, digest, kind, ts, payload, seen_at)
       values ($1, 'e1', 'd', 'subprocessor.updated', now() + interval '1 day', '{}', now() - interval '30 days')`,
      [installIds[0]],
    );
    await watch(driveId);
    answers.set(path, page('Acme, Other'));
    await watch(driveId);
    await watch(driveId, 2);
    expect(await changes(driveId)).toEqual([{ outcome: 'unannounced' }]);
  });

  it('notifies nobody without an install', async () => {
    const { driveId, path } = await live('lonely', 0);
    answers.set(path, page('Acme'));
    await watch(driveId);
    answers.set(path, page('Acme, Other'));
    await watch(driveId);
    await watch(driveId, 2);
    expect(await changes(driveId)).toEqual([{ outcome: 'nobody_to_tell' }]);
    expect((await staff('lonely')).notes).toEqual([]);
  });

  it('is requested by tag, and “unchanged” is trusted for one day only', async () => {
    const { driveId, path } = await live('liar', 1);
    answers.set(path, page('Acme', '"v1"'));
    await watch(driveId);
    // From here on it answers "unchanged" under the old tag, whatever the page shows.
    answers.set(path, page('Acme, Evil', '"v1"'));
    asked.length = 0;
    await watch(driveId);
    await watch(driveId, 2);
    expect(asked).toEqual([
      { path, conditional: true },
      { path, conditional: true },
    ]);
    await world.db.query(
      `update listings.subprocessor_lists set read_at = read_at - interval '25 hours' where drive_id = $1`,
      [driveId],
    );
    await watch(driveId);
    await watch(driveId, 2);
    expect(await changes(driveId)).toEqual([{ outcome: 'unannounced' }]);
    expect(asked[2]).toEqual({ path, conditional: false });
  });

  const ODD: [string, RequestListener][] = [
    ['is too large', (_request, response) => void response.writeHead(200).end(Buffer.alloc(600 * 1024, 97))],
    ['moves', (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['fails', (_request, response) => void response.writeHead(500).end()],
    ['says unchanged unasked', (_request, response) => void response.writeHead(304).end()],
    ['cuts the connection', (request) => void request.socket.destroy()],
  ];
  it.each(ODD)(
    'that %s is reported at the third time and not before, is polled less often, and changes nothing',
    async (name, odd) => {
      const { driveId, path } = await live(`odd-${name.replaceAll(' ', '-')}`, 1);
      answers.set(path, page('Acme'));
      await watch(driveId);
      answers.set(path, odd);
      await watch(driveId);
      await watch(driveId);
      expect((await author(driveId)).notes).toEqual([]);
      await watch(driveId);
      expect((await author(driveId)).notes).toMatchObject([{ kind: 'subprocessors_unreadable' }]);
      const [row] = await world.db.query<{ later: boolean }>(
        `select next_read_at > clock_timestamp() + interval '30 minutes' as later from listings.subprocessor_lists where drive_id = $1`,
        [driveId],
      );
      expect(row).toEqual({ later: true });
      answers.set(path, page('Acme'));
      await watch(driveId);
      expect([(await author(driveId)).notes, await changes(driveId)]).toEqual([[], []]);
    },
  );

  it('notifies each affected tenant’s operators once, with the difference and 30 days to object; author and admin get the reason', async () => {
    const { driveId, path, installIds } = await live('told', 2);
    await world.app.get(DemoPersons).ensure();
    const [mine, other] = installIds as [string, string];
    const operatorOf = async (name: string, id: string) =>
      world.holder(
        `${name}@operators.example`,
        'operator',
        await world.value('select tenant_id from installs.installs where id = $1', [id]),
      );
    const [olga, omar] = [await operatorOf('olga', mine), await operatorOf('omar', other)];
    answers.set(path, page('Acme</p><p>Old'));
    await watch(driveId);
    answers.set(path, page('Acme</p><p>Evil'));
    await watch(driveId);
    await Promise.all([watch(driveId, 2), watch(driveId, 2)]);
    await world.work();
    type Notices = { items: SubprocessorNoticeView[] };
    const notices = (id: string, as = olga) =>
      world.app.ask<Notices>(as, 'GET', `/operator/installs/${id}/subprocessor-notices`);
    const [notice, ...more] = (await notices(mine)).data.items;
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ added: ['Evil'], removed: ['Old'], may_object: true, objected_at: null });
    const days = (Date.parse(notice!.object_until) - Date.parse(notice!.noticed_at)) / 86_400_000;
    expect(days).toBe(30);
    const sent = (subject: string) =>
      world.db.query<{ recipient: string; body: string }>(
        'select recipient, body from platform.mail_messages where subject like $1 order by recipient',
        [subject],
      );
    const mails = await sent('told changed its subprocessors');
    expect(mails.filter(({ recipient }) => recipient.includes('@operators.'))).toMatchObject([
      { recipient: 'olga@operators.example', body: expect.stringContaining('New: Evil\nGone: Old') as string },
      { recipient: 'omar@operators.example' },
    ]);
    for (const [who, own] of [
      ['olga', mine],
      ['omar', other],
    ] as const)
      expect(mails.find(({ recipient }) => recipient.startsWith(who))!.body).toContain(`/plugins/installed/${own}`);
    const object = (as: string, notice: string, reason = 'Evil is our competitor.') =>
      world.app.ask<SubprocessorNoticeView>(as, 'POST', `/operator/subprocessor-notices/${notice}/objection`, {
        reason,
      });
    const unknown = await object(omar, randomUUID());
    const foreign = await object(omar, notice!.id);
    expect([foreign.status, foreign.error]).toEqual([404, unknown.error]);
    expect(await object(olga, notice!.id, 'short')).toMatchObject({ status: 400 });
    const both = await Promise.all([object(olga, notice!.id), object(olga, notice!.id)]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
    await world.work();
    expect((await notices(mine)).data.items).toMatchObject([
      { objection: 'Evil is our competitor.', may_object: false },
    ]);
    const author = await world.app.ask<Notices>(ada.cookie, 'GET', `/author/drives/${driveId}/subprocessor-objections`);
    expect(author.data.items).toMatchObject([{ objection: 'Evil is our competitor.', added: ['Evil'] }]);
    const all = await world.app.ask<{ items: HostSubprocessorNoticeView[] }>(
      await world.app.demo('admin'),
      'GET',
      '/host/subprocessor-objections',
    );
    expect(all.data.items).toMatchObject([{ drive: 'told', tenant_name: 'T', objection: 'Evil is our competitor.' }]);
    const read = (await sent('told: an objection%')).map((one) => one.recipient);
    expect(read).toContain('ada@authors.example');
    expect(read.some((one) => one.startsWith('admin@'))).toBe(true);
    // After thirty days objections are refused.
    const late = (await notices(other, omar)).data.items[0]!;
    await world.db.query(`update platform.test_clock set offset_ms = offset_ms + 30::bigint * 86400000`);
    expect(await object(await world.app.signUp('omar@operators.example'), late.id)).toMatchObject({
      error: 'objection_late',
    });
  });
});
