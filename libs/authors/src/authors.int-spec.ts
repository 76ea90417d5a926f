import { answers, AuthorsWorld, MEETS } from '../../../test/support/people/authors-world.js';
import { AuthorAccounts, Drives } from './index.js';

const world = AuthorsWorld.forTests();

const revisionOf = async (as: string, id: string): Promise<string> =>
  (await world.get<{ revision: string }>(as, `/applications/${id}`)).data.revision;

describe('the way from an application to the secret', () => {
  it('goes through review, agreement and key, with events, mail and audit entries', async () => {
    const { author, application, driveId } = await world.approved();
    const early = await world.post(author, `/author/drives/${driveId}/keys/issue`);
    expect([early.status, early.error]).toEqual([403, 'agreement_required']);
    expect((await world.sign(author)).status).toBe(200);
    const account = await world.get<{ state: string; next_steps: { code: string; done: boolean }[] }>(
      author,
      '/author/account',
    );
    expect(account.data.state).toBe('active');
    expect(account.data.next_steps.filter((s) => !s.done).map((s) => s.code)).toEqual(['issue_secret']);
    const issued = await world.post<{ secret: string; key: { state: string; version: number } }>(
      author,
      `/author/drives/${driveId}/keys/issue`,
    );
    expect([issued.status, issued.data.key.state]).toEqual([201, 'active']);
    expect((await world.get(author, `/author/drives/${driveId}/keys`)).body).not.toContain(issued.data.secret);
    const rotated = await world.post<{ key: { version: number } }>(author, `/author/drives/${driveId}/keys/rotate`, {
      mode: 'overlap',
      reason: 'The yearly rotation of secrets',
    });
    expect(rotated.data.key.version).toBe(issued.data.key.version + 1);
    const events = await world.query<{ type: string }>(
      `select type from platform.outbox_events where payload->>'org_id' = $1 order by seq`,
      [application.org_id],
    );
    expect(events.map((e) => e.type)).toEqual(['application.submitted', 'application.decided']);
    expect(await world.app.audited(application.id)).toEqual([
      'application.created',
      'application.submitted',
      'review.taken',
      'application.opened',
      'application.judged',
      'application.approved',
    ]);
    expect(
      await world.query(
        `select 1 from platform.mail_messages where recipient = 'reviewer@demo.local' and body like '%' || $1 || '%'`,
        [application.id],
      ),
    ).toHaveLength(1);
    expect(await world.app.get(Drives).get(driveId)).toMatchObject({ orgId: application.org_id });
    expect(await world.app.get(AuthorAccounts).contacts(application.org_id)).toHaveLength(1);
  });

  it('is held by the database as well: without the signature no active account, no signing key, nothing listed', async () => {
    const { author, application, driveId } = await world.approved();
    const { byOwner } = world.app;
    const activate = () =>
      byOwner(`update authors.developer_accounts set state = 'active', activated_at = now() where org_id = $1`, [
        application.org_id,
      ]);
    const key = (scope: string) =>
      byOwner(
        `with ring as (insert into secrets.key_rings (scope, owner_id) values ($1, $2) returning owner_id)
         insert into secrets.signing_keys (id, scope, owner_id, version, sealed, fingerprint, not_before)
         select gen_random_uuid(), $1, owner_id, 1, 'v1.x', repeat('0', 8), now() from ring`,
        [scope, driveId],
      );
    const list = () =>
      byOwner(
        `insert into listings.listings (drive_id, org_id, slug, name, state, listed_at, live_revision_id)
         values ($1, $2, 'listed-early', 'Early', 'listed', now(), gen_random_uuid())`,
        [driveId, application.org_id],
      );
    await expect(activate()).rejects.toMatchObject({ constraint: 'developer_accounts_signed_first' });
    await expect(key('drive')).rejects.toMatchObject({ constraint: 'signing_keys_signed_first' });
    await expect(list()).rejects.toMatchObject({ constraint: 'listings_signed_first' });
    const later = `with one as (insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at)
        select 'of-later', max(ordinal) + 1, 'text', encode(sha256('text'), 'hex'), '[]', now() + interval '90 days' from authors.agreement_versions returning version, digest)
      insert into authors.agreement_signatures (id, org_id, version, digest, signed_by, signed_name)
      select gen_random_uuid(), $1, version, digest, gen_random_uuid(), 'Ada Author' from one`;
    await byOwner(later, [application.org_id]);
    await expect(activate()).rejects.toMatchObject({ constraint: 'developer_accounts_signed_first' });
    expect((await world.sign(author)).status).toBe(200);
    await key('drive');
  });

  it('returns to the same reviewers each time that changes were requested', async () => {
    const { author, application } = await world.applied();
    await world.takeUp(application.id, 'request_changes');
    await world.post(world.reviewer, `/review/applications/${application.id}/decide`, {
      decision: 'request_changes',
      reason_code: 'product_unclear',
      text: 'Please say for whom this product is made.',
    });
    const edited = await world.app.ask(author, 'PATCH', `/applications/${application.id}`, {
      description: 'For small teams who write a lot of posts.',
      revision: await revisionOf(author, application.id),
    });
    expect(edited.status).toBe(200);
    const again = await world.post<{ state: string; history: { action: string; actor: string }[] }>(
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

  it('is open to an active organisation for a further Drive', async () => {
    const { author, application } = await world.approved();
    await world.sign(author);
    const second = await world.post(author, '/applications', answers(`further-${++world.serial}`));
    expect(second.data.org_id).toBe(application.org_id);
    expect((await world.get<{ state: string }>(author, '/author/account')).data.state).toBe('active');
  });
});

describe('the rules of an application', () => {
  it('report every missing answer at its field, and know the name that was given at sign-up', async () => {
    const author = await world.app.signUp('incomplete@example.org');
    const draft = await world.post(author, '/applications', {});
    const answer = await world.post(author, `/applications/${draft.data.id}/submit`);
    expect([answer.status, answer.error]).toEqual([400, 'application_incomplete']);
    for (const field of Object.keys(answers('x')))
      expect([field, answer.body.includes(`"/${field}"`)]).toEqual([field, field !== 'founder_name']);
  });

  it('show the problems of a draft before it is submitted, and none once it is under review', async () => {
    type DraftProblems = { id: string; revision: string; problems: { pointer: string; code: string }[] };
    const pointers = ({ problems }: DraftProblems): string[] =>
      problems.map(({ pointer, code }) => `${pointer} ${code}`);
    const { slug } = await world.applied();
    const author = await world.app.signUp('told-before@example.org');
    const draft = (await world.post<DraftProblems>(author, '/applications', { ...answers(slug), country: 'kp' })).data;
    expect(pointers(draft)).toEqual(['/country not_payable', '/drive_slug taken']);
    const change = (body: object, revision: string) =>
      world.app.ask<DraftProblems>(author, 'PATCH', `/applications/${draft.id}`, { ...body, revision });
    const refused = await change({ country: 'ZZ' }, draft.revision);
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([
      400,
      { details: [{ pointer: '/country', message: expect.stringMatching(/^There is no country with this code\./) }] },
    ]);
    const repaired = await change({ country: 'DE', drive_slug: 'told-before' }, draft.revision);
    expect(pointers(repaired.data)).toEqual([]);
    const submitted = await world.post<DraftProblems>(author, `/applications/${draft.id}/submit`);
    expect([submitted.status, pointers(submitted.data)]).toEqual([200, []]);
  });

  it('hide drafts from reviewers', async () => {
    const author = await world.app.signUp('drafting@example.org');
    const draft = await world.post(author, '/applications', answers('drafting'));
    expect((await world.get(world.reviewer, `/review/applications/${draft.data.id}`)).error).toBe(
      'application_not_found',
    );
    expect((await world.post(world.reviewer, `/review/cases/${draft.data.id}/claim`)).error).toBe('case_not_open');
  });

  it('refuse a second open application and a taken slug', async () => {
    const { author, slug } = await world.applied();
    expect((await world.post(author, '/applications', answers('another'))).error).toBe('application_open');
    const rival = await world.app.signUp('rival@example.org');
    const draft = await world.post(rival, '/applications', answers(slug));
    expect((await world.post(rival, `/applications/${draft.data.id}/submit`)).error).toBe('slug_taken');
  });

  it('release the slug of a withdrawn application', async () => {
    const { author, application, slug } = await world.applied();
    expect((await world.post(author, `/applications/${application.id}/withdraw`)).data.state).toBe('withdrawn');
    const next = await world.app.signUp('next@example.org');
    const draft = await world.post(next, '/applications', answers(slug));
    expect((await world.post(next, `/applications/${draft.data.id}/submit`)).status).toBe(200);
  });

  it('accept a reason only from the catalogue of its decision', async () => {
    const { application } = await world.applied();
    await world.post(world.reviewer, `/review/cases/${application.id}/claim`);
    const answer = await world.post(world.reviewer, `/review/applications/${application.id}/decide`, {
      ...MEETS,
      reason_code: 'because',
    });
    expect([answer.status, answer.error]).toEqual([400, 'reason_not_in_catalogue']);
  });

  it('warn the reviewer about a slug that looks like another', async () => {
    const { application, slug } = await world.applied();
    const twin = await world.app.signUp('twin@example.org');
    const draft = await world.post(twin, '/applications', answers(slug.replaceAll('-', '')));
    await world.post(twin, `/applications/${draft.data.id}/submit`);
    expect(
      (await world.get<{ look_alikes: string[] }>(world.reviewer, `/review/applications/${draft.data.id}`)).data
        .look_alikes,
    ).toContain(slug);
    expect(
      (await world.get<{ look_alikes: string[] }>(world.reviewer, `/review/applications/${application.id}`)).data
        .look_alikes.length,
    ).toBeGreaterThan(0);
  });
});
