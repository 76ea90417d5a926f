import type { ApprovalDetailView } from '@portal/approvals';
import { Listings } from '@portal/listings';
import { Client } from 'pg';
import { eventually } from '../../../../test/support/drives/changing-drives.js';
import { EndingDrives, REASON, type EndingDrive } from '../../../../test/support/drives/ending-drives.js';
import type { PluginView } from './read/installs.view.js';
import { InstallsRepository } from './installs.repository.js';

const world = EndingDrives.forTests();

describe('immediate removal', () => {
  const proposal = { reason_code: 'malicious', reason: 'It sends what it reads to a third party.' };
  const propose = async (driveId: string, as = world.reviewer) =>
    world.call<ApprovalDetailView>('POST', `/review/drives/${driveId}/removal`, as, proposal);
  const approve = ({ id, digest }: ApprovalDetailView) =>
    world.call('POST', `/approvals/${id}/approve`, world.second, { digest });
  const shown = async (slug: string) =>
    (await world.call<{ items: object[] }>('GET', `/review/drives?q=${slug}`, world.second)).data.items[0];

  it('takes two people: the first stops new installs, the second ends the existing ones', async () => {
    const { driveId, slug, installId, operatorMail } = await world.listed();
    const { data: proposed } = await propose(driveId);
    expect(proposed).toMatchObject({
      title: `Removal of Ending ${world.drives}: malicious`,
      effects: expect.arrayContaining(['Installs that end immediately, whose operators are notified: 1.']) as unknown,
    });
    expect(await shown(slug)).toMatchObject({ state: 'paused', removal_approval_id: proposed.id });
    expect(await world.app.get(Listings).installable(driveId)).toBeUndefined();
    expect(
      await world.refusal('POST', `/review/drives/${driveId}/state`, world.second, { to: 'listed', reason: REASON }),
    ).toBe('409 removal_proposed');
    expect((await approve(proposed)).status).toBe(200);
    expect(await shown(slug)).toMatchObject({ state: 'removed', removal_approval_id: null });
    await world.work();
    expect(await world.stateOfInstall(installId)).toBe('revoked');
    expect(await world.mails('was removed by the platform')).toContain(
      `${operatorMail}: Ending ${world.drives} has ended`,
    );
    expect(await world.mails(`/author/drives/${driveId}`)).toEqual(
      expect.arrayContaining([
        `ada@authors.example: Ending ${world.drives}: your Drive may be removed`,
        `ada@authors.example: Ending ${world.drives}: your Drive is removed`,
      ]),
    );
    expect(await world.mails(proposal.reason)).toHaveLength(3);
    expect(
      await world.refusal('POST', `/review/drives/${driveId}/state`, world.second, { to: 'listed', reason: REASON }),
    ).toBe('409 invalid_transition');
  });

  it('notifies the author of a pause and of its end, with the reason, but not of the author’s own actions', async () => {
    const { driveId } = await world.listed();
    for (const to of ['paused', 'listed'])
      await world.call('POST', `/review/drives/${driveId}/state`, world.second, { to, reason: `${REASON} ${driveId}` });
    expect(await world.mails(`${REASON} ${driveId}`)).toEqual([
      `ada@authors.example: Ending ${world.drives}: your Drive is paused`,
      `ada@authors.example: Ending ${world.drives}: your Drive is live again`,
    ]);
    const { data } = await propose(driveId);
    const kept = `It is kept: ${driveId}`;
    await world.call('POST', `/approvals/${data.id}/refuse`, world.second, { reason: kept });
    expect(await world.mails(kept)).toEqual([`ada@authors.example: Ending ${world.drives}: your Drive is not removed`]);
    expect(await world.stateOf(driveId)).toBe('paused');
  });

  it('ends nothing once an appeal restored the Drive before its installs were ended', async () => {
    const { driveId, installId } = await world.listed();
    expect((await approve((await propose(driveId)).data)).status).toBe(200);
    const appealed = await world.call<{ appeal: { id: string } }>(
      'POST',
      `/author/drives/${driveId}/appeal`,
      world.ada.cookie,
      {
        text: 'It sends nothing to anybody: the trace shows our own host.',
      },
    );
    const third = await world.listings.reviewer('Third');
    await world.call('POST', `/review/cases/${appealed.data.appeal.id}/claim`, third, {});
    const granted = await world.call('POST', `/review/appeals/${appealed.data.appeal.id}/decide`, third, {
      decision: 'grant',
      text: 'The trace shows the host of the author itself.',
    });
    expect([granted.status, await world.stateOf(driveId)]).toEqual([200, 'listed']);
    await world.work();
    expect(await world.stateOfInstall(installId)).toBe('active');
    expect(await world.app.get(Listings).installable(driveId)).toBeDefined();
  });

  it('can be proposed once, and again after a withdrawal', async () => {
    const { driveId } = await world.listed();
    const { id } = (await propose(driveId)).data;
    expect(await propose(driveId, world.second)).toMatchObject({ status: 409, error: 'approval_open' });
    await world.call('POST', `/approvals/${id}/withdraw`, world.reviewer);
    expect((await propose(driveId)).status).toBe(201);
  });

  it('is refused by the database without its state, its announcement and its second person', async () => {
    const { driveId } = await world.listed();
    await expect(
      world.sql(`update listings.listings set state = 'removed' where drive_id = $1`, [driveId]),
    ).rejects.toThrow('a removal needs two people');
    await expect(
      world.sql(`update listings.listings set state = 'sunset_announced' where drive_id = $1`, [driveId]),
    ).rejects.toThrow('needs its announcement');
    const { id } = (await propose(driveId)).data;
    await expect(
      world.sql(
        `insert into listings.removals (id, approval_id, drive_id, reason_code) values ($1, $1, $2, 'malicious')`,
        [id, driveId],
      ),
    ).rejects.toMatchObject({ driverError: { constraint: 'removals_by_approval' } });
  });
});

describe('a removal concurrent with an install request', () => {
  const clients: Client[] = [];
  const connect = async () => {
    const client = new Client({ connectionString: world.app.database.url });
    await client.connect();
    clients.push(client);
    return client;
  };
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end();
  });
  /** Resolves when a transaction waits for a lock, or when `through` has ended without one. */
  const waitsOrIsThrough = async (through: Promise<unknown>): Promise<'waits' | 'through'> => {
    const watcher = await connect();
    let done = false;
    const over = () => (done = true);
    through.then(over, over);
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const look = async () => ((await watcher.query(waits)).rows.length > 0 ? 'waits' : done ? 'through' : 'neither');
    const outcome = await eventually('a wait, or the end', look, (answer) => answer !== 'neither');
    return outcome === 'neither' ? 'through' : outcome;
  };
  const wish = async ({ slug, driveId, operator }: EndingDrive) => {
    const plugin = (await world.call<PluginView>('GET', `/operator/plugins/${slug}`, operator)).data;
    const ventureId = await world.listings.value(
      `insert into installs.ventures (id, tenant_id, name, external_id)
       select gen_random_uuid(), tenant_id, 'W', 'w' from installs.installs where drive_id = $1 returning id`,
      [driveId],
    );
    return {
      venture_id: ventureId,
      drive_id: driveId,
      digest: plugin.digest,
      permissions: plugin.permissions.map(({ name }) => name),
      config: { voice: 'Plain and warm', tone: 'plain' },
    };
  };
  const asked = (driveId: string) =>
    world.sql(`select state from installs.installs where drive_id = $1 and state = 'requested'`, [driveId]);

  it.each([
    ['is paused', false, `update listings.listings set state = 'paused' where drive_id = $1`],
    [
      'has its removal proposed while its end is announced',
      true,
      `insert into approvals.approvals (id, kind, subject_id, title, roles, payload, reason, proposed_by, proposed_by_name, expires_at)
       select gen_random_uuid(), 'removal', $1, 'Removal', '{reviewer}', '{}', 'It sends what it reads.', user_id, 'R', platform.portal_now() + interval '1 day'
       from identity.role_grants where role = 'reviewer' limit 1`,
    ],
    [
      'has another version published',
      false,
      `with other as (insert into listings.revisions (id, drive_id, digest, shape, manifest_url, origin, canonical, manifest)
         select gen_random_uuid(), drive_id, encode(sha256('other'), 'hex'), shape, manifest_url, origin, 'other', manifest
         from listings.revisions where drive_id = $1 returning id)
       update listings.listings set live_revision_id = other.id from other where drive_id = $1`,
    ],
  ])('refuses the request when the Drive %s between the check and the install', async (how, ends, change) => {
    const drive = await world.listed();
    if (ends)
      await world.call(
        'POST',
        `/author/drives/${drive.driveId}/deprecation`,
        world.ada.cookie,
        await world.inDays(30, 120),
      );
    const body = await wish(drive);
    const shown = (await world.call<PluginView>('GET', `/operator/plugins/${drive.slug}`, drive.operator)).data;
    const staff = await connect();
    await staff.query('begin');
    await staff.query('select 1 from listings.listings where drive_id = $1 for update', [drive.driveId]);
    await staff.query(change, [drive.driveId]);
    const answer = world.call('POST', '/operator/installs', drive.operator, body);
    await waitsOrIsThrough(answer);
    await staff.query('commit');
    expect(await answer).toMatchObject(
      how.includes('version') ? { status: 409, error: 'plugin_changed' } : { status: 404, error: 'plugin_not_found' },
    );
    expect(await asked(drive.driveId)).toEqual([]);
    // Its page says that it cannot be installed, without the reason, which operators may not read.
    const { data } = await world.call<PluginView>('GET', `/operator/plugins/${drive.slug}`, drive.operator);
    expect(data.blockers).toEqual(
      how.includes('version')
        ? []
        : ['The host has stopped new installs of it for now. What is installed keeps running.'],
    );
    // The author's text stays readable.
    const { description, category, support_email, docs_url } = shown;
    expect(description).not.toBe('');
    expect(data).toMatchObject({ description, category, support_email, docs_url });
  });

  it('pauses the Drive only after the install that is being written, which exists then', async () => {
    const drive = await world.listed();
    const body = await wish(drive);
    const repository = world.app.get(InstallsRepository);
    const insert = repository.insertInstall.bind(repository);
    let [reached, go] = [() => {}, () => {}];
    const [isWriting, mayGoOn] = [
      new Promise<void>((resolve) => (reached = resolve)),
      new Promise<void>((resolve) => (go = resolve)),
    ];
    const slow = jest.spyOn(repository, 'insertInstall').mockImplementationOnce(async (...given) => {
      reached();
      await mayGoOn;
      await insert(...given);
    });
    try {
      const answer = world.call('POST', '/operator/installs', drive.operator, body);
      await Promise.race([isWriting, answer]);
      const pause = world.call('POST', `/review/drives/${drive.driveId}/state`, world.reviewer, {
        to: 'paused',
        reason: REASON,
      });
      expect(await waitsOrIsThrough(pause)).toBe('waits');
      expect(await world.stateOf(drive.driveId)).toBe('listed');
      go();
      expect(await answer).toMatchObject({ status: 202 });
      expect(await pause).toMatchObject({ status: 200 });
      expect(await asked(drive.driveId)).toHaveLength(1);
    } finally {
      go();
      slow.mockRestore();
    }
  });
});

it('staff can list every Drive that ever went live, by name, by state and in pages', async () => {
  const { slug } = await world.listed();
  type List = { items: { slug: string; state: string; installs: number }[]; next_cursor: string | null };
  const list = (query: string) => world.call<List>('GET', `/review/drives${query}`, world.reviewer);
  expect((await list(`?q=${slug.toUpperCase()}`)).data.items).toMatchObject([{ slug, state: 'listed', installs: 1 }]);
  expect((await list('?state=removed')).data.items.every((item) => item.state === 'removed')).toBe(true);
  const all = (await list('?limit=100')).data.items.map((item) => item.slug);
  const first = await list('?limit=3');
  const next = await list(`?limit=100&cursor=${encodeURIComponent(first.data.next_cursor!)}`);
  expect([...first.data.items, ...next.data.items].map((item) => item.slug)).toEqual(all);
});
