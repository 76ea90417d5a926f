import { UpgradingWorld, V1 } from '../../../../../test/support/drives/upgrading-world.js';
import type { AuthorInstallCountsView, AuthorInstallView } from './author-installs.view.js';
import type { AdoptionView } from '../../upgrades/adoption.view.js';

describe('the installs of a Drive, for its author', () => {
  const upgrading = UpgradingWorld.forTests();
  const { sql, keep, publish, listed, install, open } = upgrading;

  const get = <T>(as: string, url: string) => upgrading.app.ask<T>(as, 'GET', url);
  type Listed = { items: AuthorInstallView[]; next_cursor: string | null };
  let driveId: string;
  let [first, next] = ['', ''];
  let ids: { runs: string; waits: string; declined: string; ended: string; failed: string };
  const list = async (query = '') =>
    (await get<Listed>(upgrading.ada.cookie, `/author/drives/${driveId}/installs?limit=100${query}`)).data.items;
  const found = async (query: string) => (await list(query)).map((one) => one.install_id).sort();

  beforeAll(async () => {
    const made = await listed(V1);
    driveId = made.driveId;
    first = made.revisionId;
    const [runs, waits, declined, ended] = [
      await install(driveId, first, 'harmless', 4900),
      await install(driveId, first, null, 0),
      await install(driveId, first, null, 4900),
      await install(driveId, first, null, 0),
    ];
    const failed = await install(driveId, first, null, 0, 'failed');
    ids = { runs, waits, declined, ended, failed };
    next = await keep(driveId, made.slug, { ...V1, version: '1.1.0', docs: 'second' });
    await publish(driveId, next, first);
    await open(driveId, next);
    const prompt = (id: string, state: string) =>
      sql(`update installs.upgrade_prompts set state = $2, answered_at = now() where install_id = $1`, [id, state]);
    await prompt(declined, 'declined');
    await prompt(ended, 'superseded');
    await sql(`update installs.installs set state = 'revoking', ended_at = now() where id = $1`, [ended]);
    await sql(`update installs.installs set polled_at = now(), unreachable_since = now() where id = $1`, [waits]);
    await sql(`update installs.installs set failure = '=1+1', drive_install_id = 'theirs-7' where id = $1`, [failed]);
  });

  it('show what the author may know, and nothing that is the tenant’s own', async () => {
    const rows = await list();
    expect(rows).toHaveLength(5);
    const of = (id: string) => rows.find((one) => one.install_id === id)!;
    expect(of(ids.runs)).toMatchObject({ state: 'active', version: '1.1.0', prompt: { state: 'accepted' } });
    expect(of(ids.waits)).toMatchObject({ version: '1.0.0', prompt: { state: 'open', version: '1.1.0' } });
    expect(of(ids.waits).unreachable_since).not.toBeNull();
    expect(of(ids.declined).prompt).toMatchObject({ state: 'declined' });
    expect(of(ids.ended)).toMatchObject({ state: 'revoking', prompt: null });
    expect(of(ids.failed)).toMatchObject({ state: 'failed', failure: '=1+1', last_asked_at: null });
    const { body } = await get(upgrading.ada.cookie, `/author/drives/${driveId}/installs`);
    for (const theirs of ['o@x.example', '"name"', 'config', 'permissions', 'mount_url', 'scoped_token', 'metrics'])
      expect([theirs, body.includes(theirs)]).toEqual([theirs, false]);
  });

  it('can be filtered by state, version, prompt, answer and the beginning of an id', async () => {
    expect(await found('&status=active')).toEqual([ids.runs, ids.waits, ids.declined].sort());
    expect(await found('&status=upgrade')).toEqual([ids.waits]);
    expect(await found('&status=ended')).toEqual([ids.failed]);
    expect(await found('&status=moving')).toEqual([ids.ended]);
    expect(await found(`&revision_id=${next}`)).toEqual([ids.runs]);
    expect(await found('&prompt=declined')).toEqual([ids.declined]);
    expect(await found('&unreachable=true')).toEqual([ids.waits]);
    expect(await found(`&status=active&unreachable=false`)).toEqual([ids.runs, ids.declined].sort());
    expect(await found(`&q=${ids.runs.slice(0, 13).toUpperCase()}`)).toEqual([ids.runs]);
    expect(await found('&q=theirs-7')).toEqual([ids.failed]);
    expect(await found('&q=%25')).toEqual([]);
  });

  it('are paged without a gap', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { data }: { data: Listed } = await get(
        upgrading.ada.cookie,
        `/author/drives/${driveId}/installs?limit=2${at}`,
      );
      seen.push(...data.items.map((one) => one.install_id));
      cursor = data.next_cursor;
    }
    expect(seen).toEqual([...seen].sort().reverse());
    expect(seen).toHaveLength(5);
  });

  it('are counted as the adoption counts them', async () => {
    const { data } = await get<AuthorInstallCountsView>(
      upgrading.ada.cookie,
      `/author/drives/${driveId}/installs/counts`,
    );
    expect(data).toMatchObject({ running: 3, moving: 1, ended: 0, failed: 1, unreachable: 1, waiting: 1 });
    const adoption = (await get<AdoptionView>(upgrading.ada.cookie, `/author/drives/${driveId}/adoption`)).data
      .versions;
    for (const version of adoption) {
      const listed = await found(`&status=active&revision_id=${version.revision_id}`);
      expect(listed).toHaveLength(version.running);
      const counted = data.versions.find((one) => one.revision_id === version.revision_id);
      expect(counted?.running ?? 0).toBe(version.running);
    }
    expect(data.waiting).toBe(adoption.reduce((sum, one) => sum + one.waiting, 0));
    expect(data.running).toBe(adoption.reduce((sum, one) => sum + one.running, 0));
    expect(await found('&prompt=declined')).toHaveLength(adoption.reduce((sum, one) => sum + one.declined, 0));
  });

  it('are exported with the same filter, and a formula stays text', async () => {
    const { body, headers } = await get(upgrading.ada.cookie, `/author/drives/${driveId}/installs/csv?status=ended`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = body.trimEnd().split('\r\n');
    expect(head).toMatch(/^install_id,tenant_id,venture_id,/);
    expect(lines).toEqual([expect.stringContaining(`'=1+1`)]);
    const all = await get(upgrading.ada.cookie, `/author/drives/${driveId}/installs/csv`);
    expect(all.body.trimEnd().split('\r\n')).toHaveLength(6);
  });
});
