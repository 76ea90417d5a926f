import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database, TestClock, Transactor } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { AuthorsWorld } from '../../../../test/support/people/authors-world.js';
import { AuthorAccounts } from '../index.js';
import { MailNewAgreement } from './mail-new-agreement.js';

const world = AuthorsWorld.forTests();

describe('a new text of the agreement', () => {
  const DAY = 86_400_000;
  const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
  const bump = (version: string, effective: number, until: number): object => ({
    version,
    text: 'What authors and the platform owe each other. '.repeat(6),
    summary: ['You keep what is yours.'],
    effective_at: inDays(effective),
    sign_until: inDays(until),
  });

  it('is published by an admin, mailed to active authors and signed by them; only those who sign late have to wait', async () => {
    const admin = await world.app.demo('admin');
    const { author, application } = await world.approved();
    expect((await world.sign(author)).status).toBe(200);
    expect((await world.post(author, '/admin/agreements', bump('x-1', 1, 30))).status).toBe(403);
    const published = await world.post<{ items: { version: string; in_force: boolean; unsigned: number }[] }>(
      admin,
      '/admin/agreements',
      bump('2027-01', 1, 16),
    );
    expect(published.status).toBe(201);
    expect(published.data.items[0]).toMatchObject({ version: '2027-01', in_force: false });
    expect(published.data.items[0]!.unsigned).toBeGreaterThan(0);
    const events = await world.query(
      `select 1 from platform.outbox_events where type = 'agreement.published' and payload->>'version' = '2027-01'`,
    );
    expect(events).toHaveLength(1);
    const mail = new MailNewAgreement(
      world.app.get(Config),
      world.app.get(Database),
      world.app.get(AuthorAccounts),
      world.app.get(Mailer),
    );
    const notice = { version: '2027-01', effective_at: inDays(1), sign_until: inDays(16) };
    await mail.execute(notice, (work) => world.app.get(Transactor).run(work));
    const mailed = await world.query<{ recipient: string }>(
      `select recipient from platform.mail_messages where subject like '%developer agreement: 2027-01'`,
    );
    expect(mailed.map((row) => row.recipient)).toContain(`author${world.serial}@example.org`);
    expect(new Set(mailed.map((row) => row.recipient)).size).toBe(mailed.length);

    // Before it takes effect the old text is signed; afterwards the new one, until a deadline.
    const shown = async (): Promise<string> =>
      (await world.get<{ version: string }>(author, '/author/agreement')).data.version;
    expect(await shown()).not.toBe('2027-01');
    const assertActive = (): Promise<void> =>
      world.app.get(Transactor).run((tx) => world.app.get(AuthorAccounts).assertMay(tx, application.org_id, 'submit'));
    const clock = world.app.get(TestClock);
    await clock.advance({ ms: 2 * DAY }, SYSTEM_ACTOR);
    expect(await shown()).toBe('2027-01');
    await expect(assertActive()).resolves.toBeUndefined();
    await clock.advance({ ms: 15 * DAY }, SYSTEM_ACTOR);
    await expect(assertActive()).rejects.toMatchObject({ code: 'agreement_required' });
    expect((await world.sign(author)).status).toBe(200);
    await expect(assertActive()).resolves.toBeUndefined();
  });

  it('is refused with dates that are too soon, a name that is taken, or an empty text', async () => {
    const admin = await world.app.demo('admin');
    const refusal = async (body: object): Promise<unknown[]> => {
      const answer = await world.post(admin, '/admin/agreements', body);
      return [answer.status, answer.error];
    };
    expect(await refusal(bump('2027-01', 100, 200))).toEqual([409, 'agreement_version_taken']);
    expect(await refusal(bump('2027-02', -1, 200))).toEqual([400, 'agreement_dates']);
    expect(await refusal(bump('2027-02', 100, 113))).toEqual([400, 'agreement_dates']);
    expect(await refusal({ ...bump('2027-02', 100, 200), text: 'Short.' })).toEqual([400, 'invalid_request']);
    expect(await refusal({ ...bump('2027-02', 100, 200), summary: [] })).toEqual([400, 'invalid_request']);
    expect(await refusal({ ...bump('2027-02', 100, 200), effective_at: 'soon' })).toEqual([400, 'invalid_request']);
  });
});

describe('signing the agreement', () => {
  it('counts once for two concurrent signatures', async () => {
    const { author, application } = await world.approved();
    const answers = await Promise.all([world.sign(author), world.sign(author)]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
    expect(
      await world.query('select 1 from authors.agreement_signatures where org_id = $1', [application.org_id]),
    ).toHaveLength(1);
    await expect(
      world.query(
        `insert into authors.agreement_signatures (id, org_id, version, digest, signed_by, signed_name) select gen_random_uuid(), $1, '1', repeat('0', 64), gen_random_uuid(), 'xx'`,
        [application.org_id],
      ),
    ).rejects.toThrow();
  });

  it('is refused for any other text than the one in force', async () => {
    const { author } = await world.approved();
    const answer = await world.post(author, '/author/agreement/sign', {
      version: '1',
      digest: '0'.repeat(64),
      signed_name: 'Ada Author',
    });
    expect([answer.status, answer.error]).toEqual([409, 'agreement_not_current']);
  });

  it('is refused without an approved application', async () => {
    const { author } = await world.applied();
    expect((await world.sign(author)).error).toBe('account_not_found');
  });
});

describe('the database', () => {
  it('refuses an agreement whose digest is not that of its text', async () => {
    await expect(
      world.query(
        `insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at) values ('x', 99, 'text', repeat('0', 64), '[]', now())`,
      ),
    ).rejects.toThrow('agreement_versions_digest');
  });
});
