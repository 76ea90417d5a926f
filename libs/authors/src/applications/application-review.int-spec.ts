import { SYSTEM_ACTOR } from '@portal/platform/access';
import { TestClock } from '@portal/platform/database';
import { judgeApplication } from '../../../../test/support/people/applications.js';
import { answersUnlikeOthers, AuthorsWorld } from '../../../../test/support/people/authors-world.js';
import { APPLICATION_CRITERIA } from './domain/application-criteria.js';

const NOBODY = '00000000-0000-7000-8000-00000000dead';
const HOSTILE = "<img src=x onerror=alert(1)> \u202egpj.exe {{7*7}} '); drop table x; --";

const world = AuthorsWorld.forTests(2);
const { query, post, get } = world;

const look = async (id: string, as = world.reviewer) => (await get(as, `/review/applications/${id}`)).data;

interface Applied {
  author: string;
  id: string;
  orgId: string;
}
async function applied(more: object = {}, session?: string): Promise<Applied> {
  const answersOf = (n: number) => ({ ...answersUnlikeOthers(n), ...more });
  const { author, application } = await world.applied(answersOf, session);
  return { author, id: application.id, orgId: application.org_id };
}
async function opened(more: object = {}): Promise<Applied> {
  const one = await applied(more);
  expect((await post(world.reviewer, `/review/cases/${one.id}/claim`)).status).toBe(200);
  return one;
}
const judgeAll = (id: string, decision: 'approve' | 'request_changes' | 'reject' = 'approve', as = world.reviewer) =>
  judgeApplication(world.by(as), id, decision);
const judge = async (id: string, judgements: object[], revision?: string, as = world.reviewer) =>
  post(as, `/review/applications/${id}/judgements`, { revision: revision ?? (await look(id)).revision, judgements });
const REASONS = { approve: 'meets_requirements', request_changes: 'product_unclear', reject: 'not_a_product' };
const decide = (id: string, decision: keyof typeof REASONS, as = world.reviewer) =>
  post(as, `/review/applications/${id}/decide`, {
    decision,
    reason_code: REASONS[decision],
    text: 'Everything was looked at, and this is the outcome.',
  });

describe('a decision about an application', () => {
  it('is refused while a criterion is not judged, and names that criterion', async () => {
    const { id } = await opened();
    expect((await decide(id, 'approve')).error).toBe('application_unjudged');
    await judge(id, [{ criterion: 'name', verdict: 'pass' }]);
    const refused = await decide(id, 'approve');
    expect([refused.status, refused.error]).toEqual([409, 'application_unjudged']);
    const { details } = JSON.parse(refused.body) as { details: { pointer: string }[] };
    expect(details.map((one) => one.pointer)).toEqual(
      APPLICATION_CRITERIA.filter((one) => one.id !== 'name').map((one) => `/criteria/${one.id}`),
    );
    const { decisions, criteria } = await look(id);
    expect(decisions.every((one) => !one.possible && one.message !== null)).toBe(true);
    expect(criteria.filter((one) => one.judged).map((one) => one.id)).toEqual(['name']);
    expect(criteria.every((one) => one.evidence.length > 0)).toBe(true);
    await judgeAll(id);
    expect((await decide(id, 'approve')).data.state).toBe('approved');
  });

  it.each([
    ['approve', 'request_changes', 'application_criteria_against'],
    ['approve', 'reject', 'application_criteria_against'],
    ['request_changes', 'approve', 'application_nothing_against'],
    ['reject', 'approve', 'application_nothing_failed'],
    ['reject', 'request_changes', 'application_nothing_failed'],
  ] as const)('%s is refused, in the database too, when one was judged %s: %s', async (decision, as, error) => {
    const { id } = await opened();
    await judgeAll(id, as);
    const answer = await decide(id, decision);
    expect([answer.status, answer.error]).toEqual([409, error]);
    const state = { approve: 'approved', request_changes: 'changes_requested', reject: 'rejected' }[decision];
    await expect(
      query(
        `update authors.applications set state = $2, decided_by = (select holder_id from approvals.claims where subject_id = id) where id = $1`,
        [id, state],
      ),
    ).rejects.toThrow();
    expect((await decide(id, as)).status).toBe(200);
  });

  it('is refused by the database while a criterion is not judged', async () => {
    const { id } = await opened();
    for (const [state, constraint] of [
      ['approved', 'applications_all_judged'],
      ['rejected', 'applications_some_failed'],
    ])
      await expect(
        query(
          `update authors.applications set state = $2, decided_by = (select holder_id from approvals.claims where subject_id = id) where id = $1`,
          [id, state],
        ),
      ).rejects.toMatchObject({ driverError: { constraint } });
  });

  it('is a rejection with one failed criterion and its note, without the other verdicts', async () => {
    const { id } = await opened();
    await judge(id, [{ criterion: 'name', verdict: 'fail', note: 'The name belongs to another company.' }]);
    expect((await decide(id, 'reject')).data.state).toBe('rejected');
  });

  it('counts the judgements made since the applicant’s last answer; earlier ones can still be read', async () => {
    const { id, author } = await opened();
    const before = await judgeAll(id, 'request_changes');
    expect((await decide(id, 'request_changes')).data.state).toBe('changes_requested');
    const edited = await world.app.ask(author, 'PATCH', `/applications/${id}`, {
      description: 'For small teams who count many things a week.',
      revision: before.revision,
    });
    expect(edited.status).toBe(200);
    await post(author, `/applications/${id}/submit`);
    const again = await look(id);
    expect(again.round).toBe(2);
    expect(again.criteria.map((one) => [one.judged, one.judgement?.round])).toEqual(
      APPLICATION_CRITERIA.map(() => [false, 1]),
    );
    expect((await decide(id, 'approve')).error).toBe('application_unjudged');
    // Assessed on a page that still shows the previous answers.
    const late = await judge(id, [{ criterion: 'name', verdict: 'pass' }], before.revision);
    expect([late.status, late.error]).toEqual([409, 'application_answers_changed']);
    await judgeAll(id);
    expect((await decide(id, 'approve')).data.state).toBe('approved');
  });

  it('is made once when two reviewers decide concurrently, whatever each of them decides', async () => {
    const { id } = await opened();
    await judgeAll(id, 'reject');
    const answers = await Promise.all([decide(id, 'reject'), decide(id, 'request_changes', world.second)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(
      await query('select 1 from authors.application_steps where application_id = $1 and reason_code is not null', [
        id,
      ]),
    ).toHaveLength(1);
  });

  it('follows the newest judgement when two reviewers judge concurrently, and never a mixture of both', async () => {
    const { id } = await opened();
    // Whoever lost the case to the other before the call is refused.
    await Promise.allSettled([judgeAll(id, 'approve'), judgeAll(id, 'reject', world.second)]);
    const { decisions } = await look(id);
    const possible = decisions.filter((one) => one.possible).map((one) => one.decision);
    expect([['approve'], ['request_changes', 'reject']]).toContainEqual(possible);
    for (const decision of ['approve', 'reject'] as const)
      if (!possible.includes(decision)) expect((await decide(id, decision)).status).toBe(409);
  });
});

describe('a judgement of an application', () => {
  it('is refused when it is empty, names no criterion, or comes while the application is not under review', async () => {
    const { id } = await opened();
    const refusal = async (...judgements: object[]): Promise<unknown> => (await judge(id, judgements)).error;
    expect(await refusal({ criterion: 'luck', verdict: 'pass' })).toBe('application_criterion_unknown');
    expect(await refusal({ criterion: 'name', verdict: 'pass' }, { criterion: 'name', verdict: 'pass' })).toBe(
      'application_criterion_unknown',
    );
    expect(await refusal({ criterion: 'name', verdict: 'fail', note: '         x' })).toBe('application_note_missing');
    expect(await refusal({ criterion: 'identity', verdict: 'pass' })).toBe('application_note_missing');
    expect(await refusal({ criterion: 'name', verdict: 'not_applicable' })).toBe('invalid_request');
    expect(await refusal()).toBe('invalid_request');
    expect((await judge((await applied()).id, [{ criterion: 'name', verdict: 'pass' }])).error).toBe(
      'application_not_in_review',
    );
    const none = await judge(NOBODY, [{ criterion: 'name', verdict: 'pass' }], '0123456789abcdef');
    expect([none.status, none.error]).toEqual([404, 'application_not_found']);
  });

  it('cannot be read by an applicant', async () => {
    const { id, author } = await opened();
    await judgeAll(id);
    const mine = await get<Record<string, unknown>>(author, `/applications/${id}`);
    for (const key of ['criteria', 'decisions', 'earlier']) expect(mine.data).not.toHaveProperty(key);
    expect(mine.body).not.toContain('Looked at the website');
  });

  it('is refused to a member of the organisation', async () => {
    const { id, orgId } = await opened();
    const [person] = await query<{ id: string }>(`select id from identity.users where demo_person = 'reviewer'`);
    await query('insert into authors.organization_members (org_id, user_id) values ($1, $2)', [orgId, person!.id]);
    const answer = await judge(id, [{ criterion: 'name', verdict: 'pass' }]);
    expect([answer.status, answer.error]).toEqual([403, 'own_organization']);
    await post(world.second, `/review/cases/${id}/claim`, { takeover: true });
    expect((await judge(id, [{ criterion: 'name', verdict: 'pass' }], undefined, world.second)).status).toBe(200);
  });

  it('stores its text unchanged', async () => {
    const { id } = await opened();
    const { data } = await judge(id, [{ criterion: 'name', verdict: 'fail', note: HOSTILE }]);
    expect(data.criteria.find((one) => one.id === 'name')!.judgement).toMatchObject({ note: HOSTILE, verdict: 'fail' });
  });

  it('has the same criteria in the code and in the database', async () => {
    const rows = await query<{ criterion: string; note_always: boolean }>(
      'select criterion, note_always from authors.application_criteria where version = 1',
    );
    const sorted = (list: readonly (readonly [string, boolean])[]) => [...list].sort();
    expect(sorted(rows.map((row) => [row.criterion, row.note_always]))).toEqual(
      sorted(APPLICATION_CRITERIA.map((one) => [one.id, one.noteAlways])),
    );
  });
});

describe('earlier applications', () => {
  const shares = async (id: string) => (await look(id)).earlier.map((one) => [one.id, one.shares]);

  it('are those of the organisation, its people, its contact and its domain, with decision, reason and text', async () => {
    const first = await opened({ website: 'https://www.shared.example/a', security_contact: 'Sec@Shared.example' });
    await judgeAll(first.id, 'reject');
    await decide(first.id, 'reject');
    await world.app.get(TestClock).advance({ ms: 15 * 24 * 3_600_000 }, SYSTEM_ACTOR);
    const again = await applied({ website: 'https://elsewhere.example' }, first.author);
    expect(await shares(again.id)).toEqual([[first.id, ['organisation', 'person']]]);
    expect((await look(again.id)).earlier[0]).toMatchObject({
      state: 'rejected',
      account: 'none',
      decision: { decision: 'rejected', reason_code: 'not_a_product', text: expect.stringContaining('outcome') },
      decided_by: expect.any(String),
    });
    expect((await look(again.id)).criteria[0]!.evidence.join(' ')).toContain('1 of them rejected');

    const contact = await applied({ website: 'https://third.example', security_contact: 'sec@shared.EXAMPLE' });
    expect(await shares(contact.id)).toEqual([[first.id, ['contact', 'domain']]]);
    const domain = await applied({ website: 'http://shared.example:8080/x?y#z' });
    expect((await shares(domain.id)).map(([, what]) => what)).toEqual([['domain'], ['domain']]);
  });

  it('omit others whose mailbox has the same provider, omit drafts, and are hidden from the applicant', async () => {
    const one = await applied({ security_contact: 'ada@gmail.com', website: 'https://alone-1.example' });
    const two = await applied({ security_contact: 'bob@gmail.com', website: 'https://alone-2.example' });
    expect(await shares(two.id)).toEqual([]);
    const drafting = await world.app.signUp(`draft${++world.serial}@example.org`);
    await post(drafting, '/applications', { website: 'https://alone-1.example', security_contact: 'ada@gmail.com' });
    expect(await shares(one.id)).toEqual([]);
  });

  it('are found by exact text, never by a pattern', async () => {
    const { id } = await applied({
      website: 'https://a.b.example/%_(.*)',
      company_name: "<img onerror=alert(1)> {{7*7}} '); drop --%_",
    });
    expect((await look(id)).earlier).toEqual([]);
  });
});

describe('the category of an application', () => {
  it('must be one of the catalogue’s or none, and raises the similarity to other Drives in it', async () => {
    const author = await world.app.signUp(`category${++world.serial}@example.org`);
    expect((await post(author, '/applications', { category: 'Nonsense' })).error).toBe('invalid_request');
    const one = await applied({ drive_name: 'Ledger of hens', category: 'Operations' });
    const two = await applied({ drive_name: 'Ledger of hens', category: 'Operations' });
    const three = await applied({ drive_name: 'Ledger of hens', category: '' });
    const near = async (id: string) => (await look(id)).neighbours.find((found) => found.application_id === one.id)!;
    expect((await near(two.id)).why).toContain('same category, Operations');
    expect((await near(two.id)).category).toBe('Operations');
    expect((await near(three.id)).why.join()).not.toContain('category');
  });
});
