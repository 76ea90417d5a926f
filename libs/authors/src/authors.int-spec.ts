import { Client } from 'pg';
import { IdentityModule } from '@portal/identity';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database, TestClock, Transactor } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { judgeApplication } from '../../../test/support/applications.js';
import { TestApp, type Answer } from '../../../test/support/http-app.js';
import { AuthorAccounts, AuthorsModule, Drives } from './index.js';
import { MailNewAgreement } from './agreements/mail-new-agreement.js';

let app: TestApp;
let reviewer: string;
let serial = 0;
beforeAll(async () => {
  app = await TestApp.start([IdentityModule, AuthorsModule]);
  reviewer = await app.demo('reviewer');
});
afterAll(() => app.close());

const query = <R>(sql: string, params: unknown[] = []) => app.get(Database).query<R>(sql, params);
const answers = (slug: string) => ({
  founder_name: 'Ada Author',
  company_name: 'Example Inc',
  country: 'US',
  website: 'https://example.com',
  drive_name: 'Example Drive',
  drive_slug: slug,
  description: 'Writes and plans posts for teams.',
  security_contact: 'security@example.com',
});
const meets = {
  decision: 'approve',
  reason_code: 'meets_requirements',
  text: 'Everything was checked and is in order.',
};

interface Application {
  id: string;
  org_id: string;
  state: string;
}
const post = <T = Application>(as: string, url: string, body: object = {}): Promise<Answer<T>> =>
  app.call<T>({ method: 'POST', url: `/api/v1${url}`, body, as });
const get = <T>(as: string, url: string): Promise<Answer<T>> =>
  app.call<T>({ method: 'GET', url: `/api/v1${url}`, as });

const revisionOf = async (as: string, id: string): Promise<string> =>
  (await get<{ revision: string }>(as, `/applications/${id}`)).data.revision;

/** Every criterion passes, except one that does not, as the decision requires. */
const judge = (id: string, decision: 'approve' | 'request_changes' | 'reject' = 'approve', as = reviewer) =>
  judgeApplication(
    (method, url, body) => app.call({ method, url: `/api/v1${url}`, ...(body ? { body } : {}), as }),
    id,
    decision,
  );
async function takeUp(id: string, decision: 'approve' | 'request_changes' | 'reject' = 'approve'): Promise<void> {
  await post(reviewer, `/review/applications/${id}/open`);
  await judge(id, decision);
}

/** An author with a submitted application. */
async function applied(): Promise<{ author: string; application: Application; slug: string }> {
  const slug = `drive-number-${++serial}`;
  const author = await app.signUp(`author${serial}@example.org`, `Author ${serial}`);
  const made = await post(author, '/applications', answers(slug));
  const submitted = await post(author, `/applications/${made.data.id}/submit`);
  expect(submitted.status).toBe(200);
  return { author, application: submitted.data, slug };
}

async function approved(): Promise<{ author: string; application: Application; driveId: string }> {
  const { author, application } = await applied();
  await takeUp(application.id);
  expect((await post(reviewer, `/review/applications/${application.id}/decide`, meets)).data.state).toBe('approved');
  const account = await get<{ drives: { id: string }[] }>(author, '/author/account');
  return { author, application, driveId: account.data.drives[0]!.id };
}

async function sign(author: string): Promise<Answer<Record<string, unknown>>> {
  const agreement = await get<{ version: string; digest: string }>(author, '/author/agreement');
  const { version, digest } = agreement.data;
  return post(author, '/author/agreement/sign', { version, digest, signed_name: 'Ada Author' });
}

describe('from application to the secret', () => {
  it('goes through review, agreement and key, with events, mail and audit', async () => {
    const { author, application, driveId } = await approved();
    const early = await post(author, `/author/drives/${driveId}/keys/issue`);
    expect([early.status, early.error]).toEqual([403, 'agreement_required']);
    expect((await sign(author)).status).toBe(200);
    const account = await get<{ state: string; next_steps: { code: string; done: boolean }[] }>(
      author,
      '/author/account',
    );
    expect(account.data.state).toBe('active');
    expect(account.data.next_steps.filter((s) => !s.done).map((s) => s.code)).toEqual(['issue_secret']);
    const issued = await post<{ secret: string; key: { state: string; version: number } }>(
      author,
      `/author/drives/${driveId}/keys/issue`,
    );
    expect([issued.status, issued.data.key.state]).toEqual([201, 'active']);
    expect((await get(author, `/author/drives/${driveId}/keys`)).body).not.toContain(issued.data.secret);
    const rotated = await post<{ key: { version: number } }>(author, `/author/drives/${driveId}/keys/rotate`, {
      mode: 'overlap',
      reason: 'The yearly rotation of secrets',
    });
    expect(rotated.data.key.version).toBe(issued.data.key.version + 1);
    const events = await query<{ type: string }>(
      `select type from platform.outbox_events where payload->>'org_id' = $1 order by seq`,
      [application.org_id],
    );
    expect(events.map((e) => e.type)).toEqual([
      'application.submitted',
      'application.judged',
      'application.approved',
      'application.decided',
      'agreement.signed',
    ]);
    const audited = await query<{ action: string }>(
      `select action from platform.audit_log where subject_id = $1 order by seq`,
      [application.id],
    );
    expect(audited.map((a) => a.action)).toEqual([
      'application.created',
      'application.submitted',
      'application.opened',
      'application.judged',
      'application.approved',
    ]);
    expect(
      await query(
        `select 1 from platform.mail_messages where recipient = 'reviewer@demo.local' and body like '%' || $1 || '%'`,
        [application.id],
      ),
    ).toHaveLength(1);
    expect(await app.get(Drives).get(driveId)).toMatchObject({ orgId: application.org_id });
    expect(await app.get(AuthorAccounts).contacts(application.org_id)).toHaveLength(1);
  });

  it('goes back and forth while changes are requested, with the same reviewer team behind it', async () => {
    const { author, application } = await applied();
    await takeUp(application.id, 'request_changes');
    await post(reviewer, `/review/applications/${application.id}/decide`, {
      decision: 'request_changes',
      reason_code: 'product_unclear',
      text: 'Please say for whom this product is made.',
    });
    const edited = await app.call({
      method: 'PATCH',
      url: `/api/v1/applications/${application.id}`,
      body: {
        description: 'For small teams who write a lot of posts.',
        revision: await revisionOf(author, application.id),
      },
      as: author,
    });
    expect(edited.status).toBe(200);
    const again = await post<{ state: string; history: { action: string; actor: string }[] }>(
      author,
      `/applications/${application.id}/submit`,
    );
    expect(again.data.state).toBe('in_review');
    expect(again.data.history.map((h) => h.action)).toEqual([
      'created',
      'submitted',
      'opened',
      'changes_requested',
      'submitted',
    ]);
    expect(again.data.history[2]!.actor).toBe('Reviewer');
  });

  it('lets a standing organisation apply for a further Drive', async () => {
    const { author, application } = await approved();
    await sign(author);
    const second = await post(author, '/applications', answers(`further-${++serial}`));
    expect(second.data.org_id).toBe(application.org_id);
    expect((await get<{ state: string }>(author, '/author/account')).data.state).toBe('active');
  });
});

describe('refusals', () => {
  it('report everything that is missing, each at its field', async () => {
    const author = await app.signUp('incomplete@example.org');
    const draft = await post(author, '/applications', {});
    const answer = await post(author, `/applications/${draft.data.id}/submit`);
    expect([answer.status, answer.error]).toEqual([400, 'application_incomplete']);
    for (const field of Object.keys(answers('x'))) expect(answer.body).toContain(`"/${field}"`);
  });

  it('are told of a draft before it is submitted, and not of what is with the reviewers', async () => {
    type Told = { id: string; revision: string; problems: { pointer: string; code: string }[] };
    const pointers = ({ problems }: Told): string[] => problems.map(({ pointer, code }) => `${pointer} ${code}`);
    const { slug } = await applied();
    const author = await app.signUp('told-before@example.org');
    const draft = (await post<Told>(author, '/applications', { ...answers(slug), country: 'kp' })).data;
    expect(pointers(draft)).toEqual(['/country not_payable', '/drive_slug taken']);
    const change = (body: object, revision: string) =>
      app.call<Told>({
        method: 'PATCH',
        url: `/api/v1/applications/${draft.id}`,
        body: { ...body, revision },
        as: author,
      });
    const refused = await change({ country: 'ZZ' }, draft.revision);
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([
      400,
      { details: [{ pointer: '/country', message: expect.stringMatching(/^There is no country with this code\./) }] },
    ]);
    const repaired = await change({ country: 'DE', drive_slug: 'told-before' }, draft.revision);
    expect(pointers(repaired.data)).toEqual([]);
    const submitted = await post<Told>(author, `/applications/${draft.id}/submit`);
    expect([submitted.status, pointers(submitted.data)]).toEqual([200, []]);
  });

  it('hide applications, Drives and keys of others: 404 as for none', async () => {
    const { application, driveId } = await approved();
    const { author: stranger } = await applied();
    const nowhere = '00000000-0000-7000-8000-000000000000';
    for (const id of [application.id, nowhere]) {
      expect((await get(stranger, `/applications/${id}`)).error).toBe('application_not_found');
      expect((await post(stranger, `/applications/${id}/withdraw`)).error).toBe('application_not_found');
      expect((await post(stranger, `/applications/${id}/submit`)).error).toBe('application_not_found');
    }
    for (const id of [driveId, nowhere]) {
      expect((await get(stranger, `/author/drives/${id}/keys`)).error).toBe('drive_not_found');
      expect((await post(stranger, `/author/drives/${id}/keys/issue`)).error).toBe('drive_not_found');
    }
    expect((await get(stranger, '/author/drives/not-an-id/keys')).status).toBe(400);
    expect((await get(stranger, `/review/applications/${application.id}`)).error).toBe('forbidden');
  });

  it('keep drafts from reviewers', async () => {
    const author = await app.signUp('drafting@example.org');
    const draft = await post(author, '/applications', answers('drafting'));
    expect((await get(reviewer, `/review/applications/${draft.data.id}`)).error).toBe('application_not_found');
    expect((await post(reviewer, `/review/applications/${draft.data.id}/open`)).error).toBe('application_not_found');
  });

  it('stop a second open application and a taken short name', async () => {
    const { author, slug } = await applied();
    expect((await post(author, '/applications', answers('another'))).error).toBe('application_open');
    const rival = await app.signUp('rival@example.org');
    const draft = await post(rival, '/applications', answers(slug));
    expect((await post(rival, `/applications/${draft.data.id}/submit`)).error).toBe('slug_taken');
  });

  it('give a short name back with a withdrawal, never after approval', async () => {
    const { author, application, slug } = await applied();
    expect((await post(author, `/applications/${application.id}/withdraw`)).data.state).toBe('withdrawn');
    const next = await app.signUp('next@example.org');
    const draft = await post(next, '/applications', answers(slug));
    expect((await post(next, `/applications/${draft.data.id}/submit`)).status).toBe(200);
    const { driveId } = await approved();
    await expect(query('delete from authors.drive_reservations where id = $1', [driveId])).rejects.toThrow('permanent');
    await expect(
      query(`update authors.drive_reservations set slug = 'other' where id = $1`, [driveId]),
    ).rejects.toThrow('permanent');
  });

  it('take reasons only from the catalogue of the decision', async () => {
    const { application } = await applied();
    await post(reviewer, `/review/applications/${application.id}/open`);
    const answer = await post(reviewer, `/review/applications/${application.id}/decide`, {
      ...meets,
      reason_code: 'because',
    });
    expect([answer.status, answer.error]).toEqual([400, 'reason_not_in_catalogue']);
  });

  it('warn the reviewer about a short name that looks like another', async () => {
    const { application, slug } = await applied();
    const twin = await app.signUp('twin@example.org');
    const draft = await post(twin, '/applications', answers(slug.replaceAll('-', '')));
    await post(twin, `/applications/${draft.data.id}/submit`);
    expect(
      (await get<{ look_alikes: string[] }>(reviewer, `/review/applications/${draft.data.id}`)).data.look_alikes,
    ).toContain(slug);
    expect(
      (await get<{ look_alikes: string[] }>(reviewer, `/review/applications/${application.id}`)).data.look_alikes
        .length,
    ).toBeGreaterThan(0);
  });
});

describe('the queue of applications', () => {
  interface QueueRow {
    id: string;
    party: string;
    overdue: boolean;
    due_at: string | null;
    waiting_since: string;
    reviewer_ms: number;
    author_ms: number;
  }
  const of = async (id: string, query = ''): Promise<QueueRow | undefined> => {
    const { data } = await get<{ items: QueueRow[] }>(reviewer, `/review/applications?limit=100${query}`);
    return data.items.find((row) => row.id === id);
  };
  /** As if every step so far had been made this much earlier. */
  async function ago(id: string, hours: number): Promise<void> {
    const owner = new Client({ connectionString: app.database.url });
    await owner.connect();
    await owner.query('alter table authors.application_steps disable trigger all');
    await owner.query(
      `update authors.application_steps set at = at - $2 * interval '1 hour' where application_id = $1`,
      [id, hours],
    );
    await owner.query('alter table authors.application_steps enable trigger all');
    await owner.end();
  }

  it('tells who must act, since when, until when, and how long each side had in all', async () => {
    const { author, application } = await applied();
    const { id } = application;
    expect(await of(id)).toMatchObject({ party: 'reviewer', overdue: false });
    expect(await of(id, '&due=overdue')).toBeUndefined();
    await ago(id, 49);
    expect(await of(id, '&due=overdue')).toMatchObject({ overdue: true });
    await takeUp(id, 'request_changes');
    await post(reviewer, `/review/applications/${id}/decide`, {
      decision: 'request_changes',
      reason_code: 'product_unclear',
      text: 'Please say what it is for.',
    });
    expect(await of(id)).toBeUndefined();
    await ago(id, 10);
    const theirs = (await of(id, '&party=author'))!;
    expect(theirs).toMatchObject({ party: 'author', due_at: null, overdue: false });
    const hour = 3_600_000;
    expect(Math.round(theirs.reviewer_ms / hour)).toBe(49);
    expect(Math.round(theirs.author_ms / hour)).toBe(10);
    await post(author, `/applications/${id}/submit`);
    const back = (await of(id, '&party=all'))!;
    expect(back).toMatchObject({ party: 'reviewer', overdue: false });
    expect(Date.parse(back.waiting_since)).toBeGreaterThan(Date.parse(theirs.waiting_since));
    expect((await get(reviewer, '/review/applications?party=nobody')).status).toBe(400);
  });
});

describe('the conversation about an application', () => {
  interface Talk extends Application {
    messages: { side: string; writer: string; text: string }[];
  }
  it('goes both ways until the decision; the applicant hears "Reviewer", the other side hears by mail', async () => {
    const { author, application } = await applied();
    await takeUp(application.id);
    const asked = await post<Talk>(reviewer, `/review/applications/${application.id}/messages`, {
      text: 'Which host?',
    });
    expect(asked.status).toBe(200);
    const answered = await post<Talk>(author, `/applications/${application.id}/messages`, {
      text: ' Ours.\nSince May. ',
    });
    expect(answered.data.messages.map(({ side, writer, text }) => [side, writer, text])).toEqual([
      ['reviewer', 'Reviewer', 'Which host?'],
      ['applicant', `Author ${serial}`, 'Ours.\nSince May.'],
    ]);
    const seen = await get<Talk>(reviewer, `/review/applications/${application.id}`);
    expect(seen.data.messages[0]!.writer).not.toBe('Reviewer');
    const mails = await query<{ recipient: string }>(
      `select recipient from platform.mail_messages where subject like 'Message about%' and (body like '%Which host%' or body like '%Since May%') order by recipient`,
    );
    expect(mails.map((mail) => mail.recipient)).toEqual([`author${serial}@example.org`, 'reviewer@demo.local']);

    await post(reviewer, `/review/applications/${application.id}/decide`, meets);
    for (const [as, path] of [
      [author, `/applications/${application.id}/messages`],
      [reviewer, `/review/applications/${application.id}/messages`],
    ] as const)
      expect((await post(as, path, { text: 'Too late' })).error).toBe('application_closed');
  });

  it('takes twenty messages of a side in an hour: each one is mailed to people', async () => {
    const { author, application } = await applied();
    const say = async (as: string, path: string) => (await post(as, path, { text: 'Hello?' })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push(await say(author, `/applications/${application.id}/messages`));
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect(await say(reviewer, `/review/applications/${application.id}/messages`)).toBe(200);
  });

  it('is nobody else\u2019s, needs words, and cannot be rewritten', async () => {
    const { author, application } = await applied();
    const stranger = await app.signUp(`talk${serial}@example.org`, 'Stranger');
    expect((await post(stranger, `/applications/${application.id}/messages`, { text: 'Hi' })).status).toBe(404);
    expect((await post(author, `/review/applications/${application.id}/messages`, { text: 'Hi' })).status).toBe(403);
    expect((await post(author, `/applications/${application.id}/messages`, { text: '  ' })).status).toBe(400);
    expect((await post(author, `/applications/${application.id}/messages`, { text: 'x'.repeat(4001) })).status).toBe(
      400,
    );
    const draftAuthor = await app.signUp(`draft${serial}@example.org`, 'Drafter');
    const draft = await post(draftAuthor, '/applications', answers(`draft-talk-${serial}`));
    expect((await post(draftAuthor, `/applications/${draft.data.id}/messages`, { text: 'Hi' })).error).toBe(
      'application_closed',
    );
    expect((await post(reviewer, `/review/applications/${draft.data.id}/messages`, { text: 'Hi' })).status).toBe(404);
    await post(author, `/applications/${application.id}/messages`, { text: 'Hello' });
    await expect(query(`update authors.application_messages set text = 'x'`)).rejects.toThrow(/permission denied/);
  });
});

describe('neighbours', () => {
  it('are shown to reviewers only: what is like it in short name, name or words, most alike first', async () => {
    const mine = await app.signUp(`near${serial}@example.org`, 'Near');
    const make = async (as: string, slug: string, name: string, description: string): Promise<Application> => {
      const made = await post(as, '/applications', { ...answers(slug), drive_name: name, description });
      return (await post(as, `/applications/${made.data.id}/submit`)).data;
    };
    const other = await app.signUp(`near-too${serial}@example.org`, 'Near too');
    await make(other, 'garden-planner-x', 'Garden Planner', 'Plans beds and seeds over the seasons of a garden.');
    const application = await make(mine, 'seedbook', 'Garden Planer', 'Counts hens and their eggs by the week.');
    type Seen = Application & { neighbours: { slug: string; alike: string; kind: string }[] };
    const seen = await get<Seen>(reviewer, `/review/applications/${application.id}`);
    expect(seen.data.neighbours[0]).toMatchObject({ slug: 'garden-planner-x', alike: 'name', kind: 'applied' });
    expect((await get<Seen>(mine, `/applications/${application.id}`)).data.neighbours).toEqual([]);
  });
});

describe('a reviewer', () => {
  it('does not decide on who is paid as an organisation of theirs: by the route, and by the database behind it', async () => {
    const { application } = await applied();
    await takeUp(application.id);
    const [person] = await query<{ id: string }>(`select id from identity.users where demo_person = 'reviewer'`);
    const [own] = await query<{ id: string }>(
      `insert into authors.organizations (id, name, country, website) values (gen_random_uuid(), 'Own', 'US', 'https://own.example') returning id`,
    );
    await query(`insert into authors.organization_members (org_id, user_id) values ($1, $2)`, [own!.id, person!.id]);
    for (const orgId of [own!.id, application.org_id])
      await query(
        `insert into statements.tax_profiles (org_id, version, legal_name, address, country, tax_id, vat_treatment, self_billing_consent, saved_by_name)
         values ($1, 1, 'Same Works', 'Main Street 1', 'US', '77-7654321', 'not_registered', false, 'x')`,
        [orgId],
      );
    const decide = () => post(reviewer, `/review/applications/${application.id}/decide`, meets);
    const answer = await decide();
    expect([answer.status, answer.error]).toEqual([403, 'own_payee_applies']);
    await expect(
      query(`update authors.applications set state = 'approved', decided_by = $2 where id = $1`, [
        application.id,
        person!.id,
      ]),
    ).rejects.toMatchObject({ driverError: { constraint: 'reviewer_is_other_payee' } });
    await query(
      `update authors.organization_members set joined_at = now() - interval '400 days', left_at = now() - interval '181 days' where org_id = $1`,
      [own!.id],
    );
    expect((await decide()).status).toBe(200);
  });

  it('does not decide on an organisation of their own: by the route, and by the database behind it', async () => {
    const { application } = await applied();
    await takeUp(application.id);
    const [person] = await query<{ id: string }>(`select id from identity.users where demo_person = 'reviewer'`);
    await query(
      `insert into authors.organization_members (org_id, user_id, joined_at, left_at) values ($1, $2, now() - interval '400 days', now() - interval '179 days')`,
      [application.org_id, person!.id],
    );
    const answer = await post(reviewer, `/review/applications/${application.id}/decide`, meets);
    expect([answer.status, answer.error]).toEqual([403, 'own_organization']);
    const bypass = () =>
      query(`update authors.applications set state = 'approved', decided_by = $2 where id = $1`, [
        application.id,
        person!.id,
      ]);
    await expect(bypass()).rejects.toThrow('own organisation');
    await query(`update authors.organization_members set left_at = now() - interval '181 days' where user_id = $1`, [
      person!.id,
    ]);
    expect((await post(reviewer, `/review/applications/${application.id}/decide`, meets)).data.state).toBe('approved');
  });

  it('decides once: of two decisions at the same time one wins and one Drive is reserved', async () => {
    const { application } = await applied();
    await takeUp(application.id);
    const decide = () => post(reviewer, `/review/applications/${application.id}/decide`, meets);
    const answers = await Promise.all([decide(), decide(), decide()]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409]);
    expect(
      await query('select 1 from authors.drive_reservations where application_id = $1', [application.id]),
    ).toHaveLength(1);
  });
});

describe('the database', () => {
  it.each([
    ['draft', 'approved'],
    ['submitted', 'approved'],
    ['approved', 'in_review'],
    ['rejected', 'in_review'],
    ['withdrawn', 'submitted'],
  ])('refuses the move from %s to %s whoever asks', async (from, to) => {
    const { application } = await applied();
    await app.get(Transactor).run(async (tx) => {
      const path: Record<string, string[]> = {
        draft: [],
        submitted: ['submitted'],
        approved: ['in_review', 'approved'],
        rejected: ['in_review', 'rejected'],
        withdrawn: ['withdrawn'],
      };
      for (const state of path[from]!.filter((s) => s !== 'submitted')) {
        await tx.query(`update authors.applications set state = $2, decided_by = gen_random_uuid() where id = $1`, [
          application.id,
          state,
        ]);
        if (state === 'in_review')
          await tx.query(
            `insert into authors.application_judgements (application_id, round, criteria_version, criterion, verdict, note, judged_by, judged_by_name)
             select $1, 1, version, criterion, $2, 'Looked at the register.', gen_random_uuid(), 'x' from authors.application_criteria`,
            [application.id, from === 'rejected' ? 'fail' : 'pass'],
          );
      }
    });
    if (from === 'draft') {
      const draft = await post(await app.signUp(`db${++serial}@example.org`), '/applications', {});
      application.id = draft.data.id;
    }
    const move = query(
      `update authors.applications set state = $2, submitted_at = now(), decided_by = gen_random_uuid() where id = $1`,
      [application.id, to],
    );
    await expect(move).rejects.toThrow('an application cannot go');
  });

  it('keeps the agreement unchanged, with the digest of its own text', async () => {
    await expect(query(`update authors.agreement_versions set text = 'x'`)).rejects.toThrow();
    await expect(query(`delete from authors.agreement_signatures`)).rejects.toThrow();
    await expect(
      query(
        `insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at) values ('x', 99, 'text', repeat('0', 64), '[]', now())`,
      ),
    ).rejects.toThrow('agreement_versions_digest');
  });
});

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

  it('is published by an admin, mailed to standing authors, signed by them, and only late signers wait', async () => {
    const admin = await app.demo('admin');
    const { author, application } = await approved();
    expect((await sign(author)).status).toBe(200);
    expect((await post(author, '/admin/agreements', bump('x-1', 1, 30))).status).toBe(403);
    const published = await post<{ items: { version: string; in_force: boolean; unsigned: number }[] }>(
      admin,
      '/admin/agreements',
      bump('2027-01', 1, 16),
    );
    expect(published.status).toBe(201);
    expect(published.data.items[0]).toMatchObject({ version: '2027-01', in_force: false });
    expect(published.data.items[0]!.unsigned).toBeGreaterThan(0);
    const events = await query(`select 1 from platform.outbox_events where type = 'agreement.published'`);
    expect(events).toHaveLength(1);
    const mail = new MailNewAgreement(app.get(Config), app.get(Database), app.get(AuthorAccounts), app.get(Mailer));
    const notice = { version: '2027-01', effective_at: inDays(1), sign_until: inDays(16) };
    await mail.execute(notice, (work) => app.get(Transactor).run(work));
    const told = await query<{ recipient: string }>(
      `select recipient from platform.mail_messages where subject like '%developer agreement: 2027-01'`,
    );
    expect(told.map((row) => row.recipient)).toContain(`author${serial}@example.org`);
    expect(new Set(told.map((row) => row.recipient)).size).toBe(told.length);

    // Before it takes effect the old text is signed; afterwards the new one, until a deadline.
    const shown = async (): Promise<string> =>
      (await get<{ version: string }>(author, '/author/agreement')).data.version;
    expect(await shown()).not.toBe('2027-01');
    const standing = (): Promise<void> =>
      app.get(Transactor).run((tx) => app.get(AuthorAccounts).assertActive(tx, application.org_id));
    const clock = app.get(TestClock);
    await clock.advance({ ms: 2 * DAY }, SYSTEM_ACTOR);
    expect(await shown()).toBe('2027-01');
    await expect(standing()).resolves.toBeUndefined();
    await clock.advance({ ms: 15 * DAY }, SYSTEM_ACTOR);
    await expect(standing()).rejects.toMatchObject({ code: 'agreement_required' });
    expect((await sign(author)).status).toBe(200);
    await expect(standing()).resolves.toBeUndefined();
  });

  it('is refused with dates that surprise, a name that is taken, or nothing to read', async () => {
    const admin = await app.demo('admin');
    const refusal = async (body: object): Promise<unknown[]> => {
      const answer = await post(admin, '/admin/agreements', body);
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

describe('signing', () => {
  it('counts once, of two signatures at the same time', async () => {
    const { author, application } = await approved();
    const answers = await Promise.all([sign(author), sign(author)]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
    expect(
      await query('select 1 from authors.agreement_signatures where org_id = $1', [application.org_id]),
    ).toHaveLength(1);
    await expect(
      query(
        `insert into authors.agreement_signatures (id, org_id, version, digest, signed_by, signed_name) select gen_random_uuid(), $1, '1', repeat('0', 64), gen_random_uuid(), 'xx'`,
        [application.org_id],
      ),
    ).rejects.toThrow();
  });

  it('takes exactly the text in force', async () => {
    const { author } = await approved();
    const answer = await post(author, '/author/agreement/sign', {
      version: '1',
      digest: '0'.repeat(64),
      signed_name: 'Ada Author',
    });
    expect([answer.status, answer.error]).toEqual([409, 'agreement_not_current']);
  });

  it('needs an approved application', async () => {
    const { author } = await applied();
    expect((await sign(author)).error).toBe('account_not_found');
  });
});
