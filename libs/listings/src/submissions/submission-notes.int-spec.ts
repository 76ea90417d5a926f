import { ListingsWorld, type Author } from '../../../../test/support/drives/listings.js';
import { decideCase } from '../../../../test/support/people/review.js';
import type { SubmissionView } from './submissions.view.js';

const REASON = 'Say what the Drive is for, please.';

describe('notes of an author for the reviewer of a submission', () => {
  const world = ListingsWorld.forTests();
  let ada: Author;
  let ruth: string;
  let slugs = 0;

  beforeAll(async () => {
    ada = await world.author('ada');
    ruth = await world.reviewer('Ruth');
  });

  const call = <T = SubmissionView>(as: string, method: 'GET' | 'POST', url: string, body?: object) =>
    world.app.call<T>({ method, url: `/api/v1${url}`, as, ...(body === undefined ? {} : { body }) });
  const shown = async (id: string) => (await call(ada.cookie, 'GET', `/submissions/${id}`)).data;
  const write = async (id: string, more: object = {}) =>
    call(ada.cookie, 'POST', `/submissions/${id}/notes`, {
      revision: (await shown(id)).notes.revision,
      permission_reasons: [{ permission: 'venture.read', reason: 'It shows the name of the venture.' }],
      test_notes: 'Sign in as demo, press Draft.',
      contact: 'ada@works.example',
      ...more,
    });
  const decided = (id: string, decision: 'approve' | 'request_changes' | 'reject') =>
    decideCase((method, url, body) => call(ruth, method, url, body), id, decision, REASON);

  async function inReview() {
    const owned = await world.reserve(ada, `noted-${++slugs}`);
    const drive = await world.drive(owned);
    const submit = async (): Promise<string> => {
      const { data } = await call(ada.cookie, 'POST', `/author/drives/${owned.driveId}/submissions`, {
        manifest_url: drive.manifestUrl,
      });
      await world.work();
      return data.id;
    };
    return { id: await submit(), submit };
  }

  it('are shown to the reviewer, and two who write concurrently are informed of each other', async () => {
    const { id } = await inReview();
    const before = (await shown(id)).notes;
    expect(before).toMatchObject({ permission_reasons: [], test_notes: '', written_by: null });
    expect((await write(id)).status).toBe(200);
    const { data } = await call(ruth, 'GET', `/review/submissions/${id}`);
    expect(data.notes).toMatchObject({
      permission_reasons: [{ permission: 'venture.read', reason: 'It shows the name of the venture.' }],
      test_notes: 'Sign in as demo, press Draft.',
      contact: 'ada@works.example',
      written_by: expect.any(String),
    });
    expect(await write(id, { revision: before.revision, test_notes: 'Another way.' })).toMatchObject({
      status: 409,
      error: 'changed_meanwhile',
    });
  });

  it('carry over to the next submission, with the name and the day of writing', async () => {
    const { id, submit } = await inReview();
    await write(id);
    const notes = (await shown(id)).notes;
    const next = await submit();
    expect((await shown(next)).notes).toEqual(notes);
    expect((await write(next, { test_notes: 'Press Publish.' })).status).toBe(200);
    expect((await shown(id)).notes).toEqual(notes);
  });

  it('cannot be changed after the reviewer decided', async () => {
    const { id } = await inReview();
    await decided(id, 'approve');
    expect(await write(id)).toMatchObject({ status: 409, error: 'submission_notes_closed' });
    await expect(
      world.db.query(`insert into listings.submission_notes (submission_id, written_by_name) values ($1, 'x')`, [id]),
    ).rejects.toMatchObject({ driverError: { constraint: 'submission_notes_of_open' } });
  });

  it('answer every finding separately, and those of earlier rounds stay readable', async () => {
    const { id, submit } = await inReview();
    await decided(id, 'request_changes');
    const [finding, ...more] = (await shown(id)).to_answer;
    expect([finding!.criterion, finding!.note, more]).toEqual(['listing_quality', 'Say what the Drive is for.', []]);
    const answer = (answers: object[]) => call(ada.cookie, 'POST', `/submissions/${id}/answer`, { answers });
    const missing = await answer([]);
    expect(missing).toMatchObject({ status: 409, error: 'findings_unanswered' });
    expect(missing.body).toContain('/answers/listing_quality');
    expect(await call(ada.cookie, 'POST', `/submissions/${id}/answer`, {})).toMatchObject({ status: 400 });
    expect((await answer([{ criterion: 'listing_quality', text: 'It writes first drafts.' }])).data).toMatchObject({
      state: 'in_review',
      to_answer: [],
    });
    const late = await answer([{ criterion: 'listing_quality', text: 'Once more.' }]);
    expect(late).toMatchObject({ status: 409, error: 'invalid_transition' });
    await decided(id, 'reject');
    const again = await submit();
    const { thread } = await shown(again);
    expect(thread.map(({ side, writer, decision, submission_id }) => [side, writer, decision, submission_id])).toEqual([
      ['reviewer', 'Reviewer', 'changes_requested', id],
      ['author', expect.any(String), null, id],
      ['reviewer', 'Reviewer', 'rejected', id],
    ]);
    expect(thread[1]!.text).toContain(`${finding!.title}: It writes first drafts.`);
  });
});
