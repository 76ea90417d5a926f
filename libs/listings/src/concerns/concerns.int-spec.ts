import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ManifestSyncWorld } from '../../../../test/support/drives/manifest-sync-world.js';
import type { ConcernView } from './concerns.view.js';

const HOSTILE = '<script>alert(1)</script> "><img src=x onerror=alert(1)> [x](javascript:alert(1)) \u202egnp';
const REASON = 'We asked the author, who closed the hole today.';

describe('a concern about a plugin', () => {
  const sync = ManifestSyncWorld.forTests();
  let slug: string;
  let other: string;
  let callers = 0;
  beforeAll(async () => {
    slug = (await sync.listed()).owned.slug;
    other = await sync.world.reviewer('rhea');
  });

  const report = (body: object, caller = `198.51.100.${++callers}`, of = slug) =>
    sync.app.call<{ error?: string }>({
      method: 'POST',
      url: `/api/public/catalogue/${of}/concerns`,
      body,
      headers: { 'x-forwarded-for': caller },
    });
  const list = async (as = sync.reviewer) =>
    (await sync.call<{ items: ConcernView[] }>(as, 'GET', '/review/concerns')).data.items;
  const claim = (as: string, id: string) => sync.call<object>(as, 'POST', `/review/cases/${id}/claim`, {});
  const close = (as: string, id: string, body: object = { outcome: 'acted', reason: REASON }) =>
    sync.call<object>(as, 'POST', `/review/concerns/${id}/close`, body);
  const reported = async (body: object = {}): Promise<ConcernView> => {
    expect((await report({ kind: 'security', text: `It leaks my customers. ${HOSTILE}`, ...body })).status).toBe(200);
    return (await list()).filter(({ outcome }) => outcome === null).at(-1)!;
  };
  const mails = (to: string) =>
    sync.db.query<{ subject: string; body: string }>(
      'select subject, body from platform.mail_messages where recipient = $1',
      [to],
    );

  it('reaches the reviewers as it was written, and nothing of it is in their mail', async () => {
    const concern = await reported();
    expect(concern).toMatchObject({
      kind: 'security',
      answered: false,
      hold: null,
      outcome: null,
    });
    expect(concern.text).toContain(HOSTILE);
    const rows = await sync.db.query<{ body: string }>(
      `select body from platform.mail_messages where subject like '%reports a concern'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { body } of rows) expect(body).not.toContain('alert');
  });

  it.each([
    ['without a kind', { text: 'x'.repeat(20) }],
    ['of an unknown kind', { kind: 'spam', text: 'x'.repeat(20) }],
    ['that says too little', { kind: 'other', text: 'x'.repeat(19) }],
    ['that says too much', { kind: 'other', text: 'x'.repeat(4_001) }],
    ['with a wrong address', { kind: 'other', text: 'x'.repeat(20), email: 'nobody' }],
    ['with two addresses', { kind: 'other', text: 'x'.repeat(20), email: 'a@b.example\r\nBcc: c@d.example' }],
  ])('is refused %s', async (_name, body) => {
    const before = (await list()).length;
    expect((await report(body)).status).toBe(400);
    expect((await list()).length).toBe(before);
  });

  it('is only about a Drive with a public page', async () => {
    const { slug: reserved } = await sync.world.reserve(sync.ada, 'not-listed-yet');
    for (const wrong of [reserved, 'no-such-plugin'])
      expect((await report({ kind: 'other', text: 'x'.repeat(20) }, '198.51.100.200', wrong)).status).toBe(404);
  });

  it('can be reported five times an hour by one caller', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await report({ kind: 'other', text: `${i}`.repeat(20) }, '203.0.113.9')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is claimed by one of two reviewers, closed by that one alone and once, and answered at the address, which is deleted', async () => {
    const { id } = await reported({ email: 'witness@people.example' });
    expect((await close(sync.reviewer, id)).status).toBe(409);
    const claims = await Promise.all([claim(sync.reviewer, id), claim(other, id)]);
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [holder, loser] = claims[0].status === 200 ? [sync.reviewer, other] : [other, sync.reviewer];
    expect((await claim(holder, id)).status).toBe(200);
    expect((await close(loser, id)).status).toBe(409);
    expect((await close(holder, id, { outcome: 'acted', reason: 'Short' })).status).toBe(400);
    expect((await close(holder, id, { outcome: 'won', reason: REASON })).status).toBe(400);
    expect(await mails('witness@people.example')).toEqual([]);
    const ends = await Promise.all([close(holder, id), close(holder, id)]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [mail, ...more] = await mails('witness@people.example');
    expect(more).toEqual([]);
    expect(mail!.body).toContain(REASON);
    expect(await sync.db.query('select email from listings.concerns where id = $1', [id])).toEqual([{ email: null }]);
    expect((await claim(loser, id)).status).toBe(404);
    expect((await list()).find((one) => one.id === id)).toMatchObject({
      outcome: 'acted',
      reason: REASON,
      answered: false,
    });
  });

  it('is released by whoever claimed it, and then free for another', async () => {
    const { id } = await reported();
    const release = (as: string) => sync.call<object>(as, 'POST', `/review/cases/${id}/release`, {});
    await claim(sync.reviewer, id);
    expect((await release(other)).status).toBe(200);
    expect((await claim(other, id)).status).toBe(409);
    expect((await release(sync.reviewer)).status).toBe(200);
    expect((await list(other)).find((one) => one.id === id)).toMatchObject({ hold: null });
    expect((await claim(other, id)).status).toBe(200);
  });

  it('is free again when its claim has run out, and is taken over on purpose', async () => {
    const { id } = await reported();
    expect((await claim(sync.reviewer, id)).status).toBe(200);
    expect((await list(other)).find((one) => one.id === id)).toMatchObject({ hold: { yours: false } });
    await sync.db.query('update approvals.claims set held_until = held_since where subject_id = $1', [id]);
    expect((await claim(other, id)).status).toBe(200);
    expect((await close(sync.reviewer, id)).status).toBe(409);
  });

  it('is for reviewers who have nothing to do with the author', async () => {
    const { id } = await reported();
    expect((await sync.call<object>(sync.ada.cookie, 'GET', '/review/concerns')).status).toBe(403);
    expect((await claim(sync.ada.cookie, id)).status).toBe(403);
    const friend = await sync.world.reviewer('fred');
    await sync.db.query(
      `insert into authors.organization_members (org_id, user_id) select $1, id from identity.users where email = 'fred@staff.example'`,
      [sync.ada.orgId],
    );
    expect((await list(friend)).map((one) => one.id)).not.toContain(id);
    expect((await claim(friend, id)).status).toBe(403);
    expect((await claim(sync.reviewer, randomUUID())).status).toBe(404);
  });

  it('stays as it was reported and as it ended, with the service bypassed', async () => {
    const { id } = await reported({ email: 'kept@people.example' });
    await expect(sync.db.query('update listings.concerns set text = reason where id = $1', [id])).rejects.toThrow(
      'permission denied',
    );
    // Its owner, past the rights of the product.
    const owner = new Client({ connectionString: sync.app.database.url });
    await owner.connect();
    try {
      const change = (set: string) => owner.query(`update listings.concerns set ${set} where id = $1`, [id]);
      for (const set of [`text = 'Everything is fine with it.'`, `kind = 'other'`, `email = 'thief@people.example'`])
        await expect(change(set)).rejects.toThrow('stays as it is');
      await expect(change(`outcome = 'acted', reason = '${REASON}', ended_at = now(), email = null`)).rejects.toThrow(
        'concerns_ended',
      );
      expect((await claim(sync.reviewer, id)).status).toBe(200);
      await expect(change(`outcome = 'acted', reason = '${REASON}', ended_at = now()`)).rejects.toThrow(
        'concerns_ended',
      );
      expect((await close(sync.reviewer, id, { outcome: 'no_action', reason: REASON })).status).toBe(200);
      await expect(change(`outcome = 'acted'`)).rejects.toThrow('stays as it is');
      await expect(owner.query('delete from listings.concerns where id = $1', [id])).rejects.toThrow();
    } finally {
      await owner.end();
    }
  });
});
