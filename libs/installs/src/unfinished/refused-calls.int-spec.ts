import { PollInstalls } from '../polling/poll-installs.js';
import { refused, said, type Answering } from '../../../../test/support/drives/scripted-drive.js';
import { UnfinishedWorld } from '../../../../test/support/drives/unfinished-world.js';
import type { AuthorInstallView } from '../install/read/author-installs.view.js';
import type { InstallReadingView } from '../polling/reading.view.js';

/** Health answers as always, and every signed call like this. */
const signedCalls =
  (status: number, body: unknown): Answering =>
  (response, { path }) =>
    void response
      .writeHead(path.endsWith('/health') ? 200 : status, { 'content-type': 'application/json' })
      .end(JSON.stringify(path.endsWith('/health') ? said({ status: 'ok' }) : body));

describe('an install whose signed calls are refused', () => {
  const life = UnfinishedWorld.forTests();
  const { sql, call, view, eventsOf, active, end, drive } = life;
  beforeEach(() => life.calm());

  const refresh = (id: string) =>
    call<{ reachable: boolean; problem: string | null }>('POST', `/operator/installs/${id}/refresh`);
  const ofAuthor = async (id: string): Promise<AuthorInstallView | undefined> =>
    (
      await call<{ items: AuthorInstallView[] }>(
        'GET',
        `/author/drives/${life.owned.driveId}/installs?status=attention`,
        life.author.cookie,
      )
    ).data.items.find(({ install_id }) => install_id === id);
  const driveState = async (): Promise<string> =>
    (await call<{ state: string }>('GET', `/author/drives/${life.owned.driveId}`, life.author.cookie)).data.state;
  const mails = (id: string) =>
    sql<{ recipient: string; subject: string; body: string }>(
      `select recipient, subject, body from platform.mail_messages where body like '%' || $1 || '%' and subject like '%refuses%' order by recipient`,
      [id],
    );

  it.each([
    ['bad_signature', 'signature_refused'],
    ['sig-mismatch', 'signature_refused'],
    ['sig-length', 'signature_refused'],
    ['missing-headers', 'signature_refused'],
    ['stale_timestamp', 'clock_skew'],
    ['timestamp-skew', 'clock_skew'],
    ['who are you?', 'unauthorized'],
  ] as const)('with "%s" is not working from the first reading on, for operator and author', async (error, refusal) => {
    const id = await active();
    await refresh(id);
    const [before, fine] = [await view(id), await driveState()];
    expect(before).toMatchObject({ refusal: null, unreachable_since: null });
    expect(['events', 'metrics']).toContain(before.signed_endpoint);
    drive.will({ GET: [signedCalls(401, refused(error))] });
    expect((await refresh(id)).data).toMatchObject({
      reachable: false,
      problem: expect.stringContaining('HTTP 401') as string,
    });
    expect(await view(id)).toMatchObject({
      refusal,
      refused_since: expect.any(String) as string,
      unreachable_since: expect.any(String) as string,
      token_refused_at: null,
      signed_at: before.signed_at,
    });
    expect(await ofAuthor(id)).toMatchObject({ refusal, refused_since: expect.any(String) as string });
    expect([fine, await driveState()]).toEqual(['listed', 'refusing']);
    const reading = await call<InstallReadingView>('GET', `/operator/installs/${id}/reading`);
    expect(
      new Set(reading.data.endpoints.map(({ endpoint, problem }) => `${endpoint === 'health'} ${problem}`)),
    ).toEqual(new Set([`false ${refusal}`, 'true null']));
    // A new token is requested by a signed call: that cannot help where the signature is what is refused.
    const renewal = await call('POST', `/operator/installs/${id}/renew-token`);
    expect(renewal.error).toBe(refusal === 'unauthorized' ? undefined : 'calls_refused');

    drive.will({ GET: [[200, said({ events: [] })]] });
    expect((await refresh(id)).data.reachable).toBe(true);
    expect(await view(id)).toMatchObject({ refusal: null, refused_since: null, unreachable_since: null });
    expect(await driveState()).toBe('listed');
    if (refusal === 'unauthorized') await call('POST', `/operator/installs/${id}/give-up`);
    await end(id);
  });

  it('is reported at once to its operators, and once to the author with the fingerprint of the key', async () => {
    const ids = [await active(), await active()];
    drive.will({ GET: [signedCalls(401, refused('bad_signature'))] });
    for (let times = 0; times < 2; times += 1) for (const id of ids) await refresh(id);
    await life.world.work();
    const [{ fingerprint }] = await sql<{ fingerprint: string }>(
      `select fingerprint from secrets.signing_keys where owner_id = $1 order by version desc limit 1`,
      [life.owned.driveId],
    ).then((rows) => rows as [{ fingerprint: string }]);
    const [first, second] = [await mails(ids[0]!), await mails(ids[1]!)];
    expect(first.map(({ recipient }) => recipient)).toEqual(['ada@authors.example', 'op@tenants.example']);
    expect(second.map(({ recipient }) => recipient)).toEqual(['op@tenants.example']);
    expect(first[0]!.body).toContain(`fingerprint ${fingerprint}`);
    expect(first[0]!.body).toMatch(/since \d{1,2} \w{3} \d{4}, \d{2}:\d{2} UTC/);
    expect(first[1]!.body).not.toContain('fingerprint');
    for (const id of ids)
      expect((await eventsOf(id)).filter((type) => type === 'install.attention_needed')).toHaveLength(1);
    drive.will({ GET: [[200, said({ events: [] })]] });
    for (const id of ids) await end(id);
  });

  it('is found by a poll in which only one endpoint is due', async () => {
    const id = await active();
    await refresh(id);
    await sql(`update installs.readings set due_at = 'infinity' where install_id = $1 and endpoint <> 'metrics'`, [id]);
    await sql(`update installs.readings set due_at = '-infinity' where install_id = $1 and endpoint = 'metrics'`, [id]);
    await sql(`update installs.installs set next_poll_at = '-infinity' where id = $1`, [id]);
    await sql(`update installs.drive_polls set due_at = '-infinity'`);
    drive.will({ GET: [signedCalls(401, refused('bad_signature'))] });
    await life.app.get(PollInstalls).execute('usual');
    expect(await view(id)).toMatchObject({ refusal: 'signature_refused' });
    await end(id);
  });

  it('is not assumed when one endpoint alone is refused, or the quota is used up', async () => {
    const id = await active();
    drive.will({
      GET: [
        (response, { path }) =>
          path.includes('/events')
            ? void response.writeHead(401).end(JSON.stringify(refused('bad_signature')))
            : void response.writeHead(200).end(JSON.stringify(said({ installs_active: 1 }))),
      ],
    });
    await refresh(id);
    expect(await view(id)).toMatchObject({ refusal: null, unreachable_since: null, signed_endpoint: 'metrics' });
    drive.will({ GET: [signedCalls(402, refused('quota'))] });
    await refresh(id);
    expect(await view(id)).toMatchObject({ refusal: null, unreachable_since: null });
    drive.will({ GET: [signedCalls(500, refused('oops'))] });
    await refresh(id);
    expect(await view(id)).toMatchObject({ refusal: null, unreachable_since: expect.any(String) as string });
    await end(id);
  });
});
