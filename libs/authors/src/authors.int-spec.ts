import { Transactor } from '@portal/platform/database';
import { answers, AuthorsWorld, MEETS } from '../../../test/support/people/authors-world.js';
import { AuthorAccounts, Drives } from './index.js';

const world = AuthorsWorld.forTests();

const revisionOf = async (as: string, id: string): Promise<string> =>
  (await world.get<{ revision: string }>(as, `/applications/${id}`)).data.revision;

describe('from application to the secret', () => {
  it('goes through review, agreement and key, with events, mail and audit', async () => {
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
    expect(events.map((e) => e.type)).toEqual([
      'application.submitted',
      'application.judged',
      'application.approved',
      'application.decided',
      'agreement.signed',
    ]);
    const audited = await world.query<{ action: string }>(
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
      await world.query(
        `select 1 from platform.mail_messages where recipient = 'reviewer@demo.local' and body like '%' || $1 || '%'`,
        [application.id],
      ),
    ).toHaveLength(1);
    expect(await world.app.get(Drives).get(driveId)).toMatchObject({ orgId: application.org_id });
    expect(await world.app.get(AuthorAccounts).contacts(application.org_id)).toHaveLength(1);
  });

  it('goes back and forth while changes are requested, with the same reviewers', async () => {
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

  it('lets an active organisation apply for a further Drive', async () => {
    const { author, application } = await world.approved();
    await world.sign(author);
    const second = await world.post(author, '/applications', answers(`further-${++world.serial}`));
    expect(second.data.org_id).toBe(application.org_id);
    expect((await world.get<{ state: string }>(author, '/author/account')).data.state).toBe('active');
  });
});

describe('refusals', () => {
  it('report everything that is missing, each at its field', async () => {
    const author = await world.app.signUp('incomplete@example.org');
    const draft = await world.post(author, '/applications', {});
    const answer = await world.post(author, `/applications/${draft.data.id}/submit`);
    expect([answer.status, answer.error]).toEqual([400, 'application_incomplete']);
    for (const field of Object.keys(answers('x'))) expect(answer.body).toContain(`"/${field}"`);
  });

  it('are shown for a draft before it is submitted, and not for what is under review', async () => {
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

  it('hide applications, Drives and keys of others: 404 as for none', async () => {
    const { application, driveId } = await world.approved();
    const { author: stranger } = await world.applied();
    const nowhere = '00000000-0000-7000-8000-000000000000';
    for (const id of [application.id, nowhere]) {
      expect((await world.get(stranger, `/applications/${id}`)).error).toBe('application_not_found');
      expect((await world.post(stranger, `/applications/${id}/withdraw`)).error).toBe('application_not_found');
      expect((await world.post(stranger, `/applications/${id}/submit`)).error).toBe('application_not_found');
    }
    for (const id of [driveId, nowhere]) {
      expect((await world.get(stranger, `/author/drives/${id}/keys`)).error).toBe('drive_not_found');
      expect((await world.post(stranger, `/author/drives/${id}/keys/issue`)).error).toBe('drive_not_found');
    }
    expect((await world.get(stranger, '/author/drives/not-an-id/keys')).status).toBe(400);
    expect((await world.get(stranger, `/review/applications/${application.id}`)).error).toBe('forbidden');
  });

  it('keep drafts from reviewers', async () => {
    const author = await world.app.signUp('drafting@example.org');
    const draft = await world.post(author, '/applications', answers('drafting'));
    expect((await world.get(world.reviewer, `/review/applications/${draft.data.id}`)).error).toBe(
      'application_not_found',
    );
    expect((await world.post(world.reviewer, `/review/applications/${draft.data.id}/open`)).error).toBe(
      'application_not_found',
    );
  });

  it('prevent a second open application and a taken slug', async () => {
    const { author, slug } = await world.applied();
    expect((await world.post(author, '/applications', answers('another'))).error).toBe('application_open');
    const rival = await world.app.signUp('rival@example.org');
    const draft = await world.post(rival, '/applications', answers(slug));
    expect((await world.post(rival, `/applications/${draft.data.id}/submit`)).error).toBe('slug_taken');
  });

  it('release a slug with a withdrawal, never after approval', async () => {
    const { author, application, slug } = await world.applied();
    expect((await world.post(author, `/applications/${application.id}/withdraw`)).data.state).toBe('withdrawn');
    const next = await world.app.signUp('next@example.org');
    const draft = await world.post(next, '/applications', answers(slug));
    expect((await world.post(next, `/applications/${draft.data.id}/submit`)).status).toBe(200);
    const { driveId } = await world.approved();
    await expect(world.app.byOwner('delete from authors.drive_reservations where id = $1', [driveId])).rejects.toThrow(
      'permanent',
    );
    await expect(
      world.app.byOwner(`update authors.drive_reservations set slug = 'other' where id = $1`, [driveId]),
    ).rejects.toThrow('permanent');
  });

  it('accept reasons only from the catalogue of the decision', async () => {
    const { application } = await world.applied();
    await world.post(world.reviewer, `/review/applications/${application.id}/open`);
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

describe('a reviewer', () => {
  it('does not decide on an organisation with the bank account of their own: by the route, and by the database behind it', async () => {
    const { application } = await world.applied();
    await world.takeUp(application.id);
    const [person] = await world.query<{ id: string }>(`select id from identity.users where demo_person = 'reviewer'`);
    const [own] = await world.query<{ id: string }>(
      `insert into authors.organizations (id, name, country, website) values (gen_random_uuid(), 'Own', 'US', 'https://own.example') returning id`,
    );
    await world.query(`insert into authors.organization_members (org_id, user_id) values ($1, $2)`, [
      own!.id,
      person!.id,
    ]);
    for (const orgId of [own!.id, application.org_id])
      await world.query(
        `insert into statements.tax_profiles (org_id, version, legal_name, address, country, tax_id, vat_treatment, self_billing_consent, saved_by_name)
         values ($1, 1, 'Same Works', 'Main Street 1', 'US', '77-7654321', 'not_registered', false, 'x')`,
        [orgId],
      );
    const decide = () => world.post(world.reviewer, `/review/applications/${application.id}/decide`, MEETS);
    const answer = await decide();
    expect([answer.status, answer.error]).toEqual([403, 'own_organization']);
    await expect(
      world.query(`update authors.applications set state = 'approved', decided_by = $2 where id = $1`, [
        application.id,
        person!.id,
      ]),
    ).rejects.toMatchObject({ driverError: { constraint: 'own_organization' } });
    await world.app.byOwner(
      `update authors.organization_members set joined_at = now() - interval '400 days', left_at = now() - interval '181 days' where org_id = $1`,
      [own!.id],
    );
    expect((await decide()).status).toBe(200);
  });

  it('does not decide on an organisation of their own: by the route, and by the database behind it', async () => {
    const { application } = await world.applied();
    await world.takeUp(application.id);
    const [person] = await world.query<{ id: string }>(`select id from identity.users where demo_person = 'reviewer'`);
    await world.query(
      `insert into authors.organization_members (org_id, user_id, joined_at, left_at) values ($1, $2, now() - interval '400 days', now() - interval '179 days')`,
      [application.org_id, person!.id],
    );
    const answer = await world.post(world.reviewer, `/review/applications/${application.id}/decide`, MEETS);
    expect([answer.status, answer.error]).toEqual([403, 'own_organization']);
    const bypass = () =>
      world.query(`update authors.applications set state = 'approved', decided_by = $2 where id = $1`, [
        application.id,
        person!.id,
      ]);
    await expect(bypass()).rejects.toThrow('own organisation');
    await world.app.byOwner(
      `update authors.organization_members set left_at = now() - interval '181 days' where user_id = $1`,
      [person!.id],
    );
    expect((await world.post(world.reviewer, `/review/applications/${application.id}/decide`, MEETS)).data.state).toBe(
      'approved',
    );
  });

  it('decides once: of two concurrent decisions one wins and one Drive is reserved', async () => {
    const { application } = await world.applied();
    await world.takeUp(application.id);
    const decide = () => world.post(world.reviewer, `/review/applications/${application.id}/decide`, MEETS);
    const answers = await Promise.all([decide(), decide(), decide()]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409]);
    expect(
      await world.query('select 1 from authors.drive_reservations where application_id = $1', [application.id]),
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
  ])('refuses the transition from %s to %s for every caller', async (from, to) => {
    const { application } = await world.applied();
    await world.app.get(Transactor).run(async (tx) => {
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
      const draft = await world.post(await world.app.signUp(`db${++world.serial}@example.org`), '/applications', {});
      application.id = draft.data.id;
    }
    const move = world.query(
      `update authors.applications set state = $2, submitted_at = now(), decided_by = gen_random_uuid() where id = $1`,
      [application.id, to],
    );
    await expect(move).rejects.toThrow('an application cannot go');
  });
});
