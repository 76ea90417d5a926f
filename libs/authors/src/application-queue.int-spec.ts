import { Client } from 'pg';
import { answers, AuthorsWorld, MEETS, type Application } from '../../../test/support/people/authors-world.js';
import type { ApplicationCaseView, QueueRowView } from './applications/authors.view.js';

const world = AuthorsWorld.forTests();

describe('the queue of applications', () => {
  const of = async (id: string, query = ''): Promise<QueueRowView | undefined> => {
    const { data } = await world.get<{ items: QueueRowView[] }>(
      world.reviewer,
      `/review/applications?limit=100${query}`,
    );
    return data.items.find((row) => row.id === id);
  };
  /** As if every step so far had been made this much earlier. */
  async function ago(id: string, hours: number): Promise<void> {
    const owner = new Client({ connectionString: world.app.database.url });
    await owner.connect();
    await owner.query('alter table authors.application_steps disable trigger all');
    await owner.query(
      `update authors.application_steps set at = at - $2 * interval '1 hour' where application_id = $1`,
      [id, hours],
    );
    await owner.query('alter table authors.application_steps enable trigger all');
    await owner.end();
  }

  it('shows who must act, since when, until when, and the total time of each side', async () => {
    const { author, application } = await world.applied();
    const { id } = application;
    expect(await of(id)).toMatchObject({ party: 'reviewer', overdue: false });
    expect(await of(id, '&due=overdue')).toBeUndefined();
    await ago(id, 49);
    expect(await of(id, '&due=overdue')).toMatchObject({ overdue: true });
    await world.takeUp(id, 'request_changes');
    await world.post(world.reviewer, `/review/applications/${id}/decide`, {
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
    await world.post(author, `/applications/${id}/submit`);
    const back = (await of(id, '&party=all'))!;
    expect(back).toMatchObject({ party: 'reviewer', overdue: false });
    expect(Date.parse(back.waiting_since)).toBeGreaterThan(Date.parse(theirs.waiting_since));
    expect((await world.get(world.reviewer, '/review/applications?party=nobody')).status).toBe(400);
  });
});

describe('messages about an application', () => {
  it('are exchanged until the decision, name the reviewer only as "Reviewer", and are mailed to the other side', async () => {
    const { author, application } = await world.applied();
    await world.takeUp(application.id);
    const asked = await world.post<ApplicationCaseView>(
      world.reviewer,
      `/review/applications/${application.id}/messages`,
      {
        text: 'Which host?',
      },
    );
    expect(asked.status).toBe(200);
    const answered = await world.post<ApplicationCaseView>(author, `/applications/${application.id}/messages`, {
      text: ' Ours.\nSince May. ',
    });
    expect(answered.data.messages.map(({ side, writer, text }) => [side, writer, text])).toEqual([
      ['reviewer', 'Reviewer', 'Which host?'],
      ['applicant', `Author ${world.serial}`, 'Ours.\nSince May.'],
    ]);
    const reviewed = await world.get<ApplicationCaseView>(world.reviewer, `/review/applications/${application.id}`);
    expect(reviewed.data.messages[0]!.writer).not.toBe('Reviewer');
    const mails = await world.query<{ recipient: string }>(
      `select recipient from platform.mail_messages where subject like 'Message about%' and (body like '%Which host%' or body like '%Since May%') order by recipient`,
    );
    expect(mails.map((mail) => mail.recipient)).toEqual([`author${world.serial}@example.org`, 'reviewer@demo.local']);

    await world.post(world.reviewer, `/review/applications/${application.id}/decide`, MEETS);
    for (const [as, path] of [
      [author, `/applications/${application.id}/messages`],
      [world.reviewer, `/review/applications/${application.id}/messages`],
    ] as const)
      expect((await world.post(as, path, { text: 'Too late' })).error).toBe('application_closed');
  });

  it('are limited to twenty an hour for each side, because each one is mailed', async () => {
    const { author, application } = await world.applied();
    const say = async (as: string, path: string) => (await world.post(as, path, { text: 'Hello?' })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push(await say(author, `/applications/${application.id}/messages`));
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect(await say(world.reviewer, `/review/applications/${application.id}/messages`)).toBe(200);
  });

  it('are refused when empty, too long, or about an application that was not submitted', async () => {
    const { author, application } = await world.applied();
    expect((await world.post(author, `/applications/${application.id}/messages`, { text: '  ' })).status).toBe(400);
    expect(
      (await world.post(author, `/applications/${application.id}/messages`, { text: 'x'.repeat(4001) })).status,
    ).toBe(400);
    const draftAuthor = await world.app.signUp(`draft${world.serial}@example.org`, 'Drafter');
    const draft = await world.post(draftAuthor, '/applications', answers(`draft-talk-${world.serial}`));
    expect((await world.post(draftAuthor, `/applications/${draft.data.id}/messages`, { text: 'Hi' })).error).toBe(
      'application_closed',
    );
    expect(
      (await world.post(world.reviewer, `/review/applications/${draft.data.id}/messages`, { text: 'Hi' })).status,
    ).toBe(404);
  });
});

describe('similar applications', () => {
  it('are shown to reviewers only, by slug, name or words, the most similar first', async () => {
    const mine = await world.app.signUp(`near${world.serial}@example.org`, 'Near');
    const make = async (as: string, slug: string, name: string, description: string): Promise<Application> => {
      const made = await world.post(as, '/applications', { ...answers(slug), drive_name: name, description });
      return (await world.post(as, `/applications/${made.data.id}/submit`)).data;
    };
    const other = await world.app.signUp(`near-too${world.serial}@example.org`, 'Near too');
    await make(other, 'garden-planner-x', 'Garden Planner', 'Plans beds and seeds over the seasons of a garden.');
    const application = await make(mine, 'seedbook', 'Garden Planer', 'Counts hens and their eggs by the week.');
    type ReviewedApplication = Application & { neighbours: { slug: string; alike: string; kind: string }[] };
    const reviewed = await world.get<ReviewedApplication>(world.reviewer, `/review/applications/${application.id}`);
    expect(reviewed.data.neighbours[0]).toMatchObject({ slug: 'garden-planner-x', alike: 'name', kind: 'applied' });
    expect((await world.get<ReviewedApplication>(mine, `/applications/${application.id}`)).data.neighbours).toEqual([]);
  });
});
