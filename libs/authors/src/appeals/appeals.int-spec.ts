import { utcMinute } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database, TestClock, Transactor } from '@portal/platform/database';
import { decideApplication, type ApplicationDecision } from '../../../../test/support/people/applications.js';
import { answersUnlikeOthers, AuthorsWorld } from '../../../../test/support/people/authors-world.js';
import { CheckAppliedManifest } from '../applications/check-applied-manifest.js';
import type { AppealRowView, ApplicationOutlookView } from '../applications/authors.view.js';
import { ManifestProbe, type ProbedManifest } from '../applications/manifest-probe.js';

const DAY = 24 * 3_600_000;
const REASON = 'The product is there: the address was behind a login, which is open now.';
const ANSWER = 'We looked at the address again and there is a product behind it.';

const world = AuthorsWorld.forTests(2);
const { query, post, get } = world;

const appeal = (as: string, id: string, text = REASON) => post(as, `/applications/${id}/appeal`, { text });
const next = (as: string) => post(as, '/review/cases/claim-next', { of: 'application' });
const claim = (as: string, id: string) => post(as, `/review/cases/${id}/claim`);
const decide = (as: string, id: string, decision: 'grant' | 'dismiss') =>
  post(as, `/review/applications/${id}/appeal/decide`, { decision, text: ANSWER });
const answer = async (as: string, id: string, decision: 'grant' | 'dismiss') => {
  await claim(as, id);
  return decide(as, id, decision);
};
const apply = (as: string, n: number) => post(as, '/applications', answersUnlikeOthers(n));
const decided = (id: string, decision: ApplicationDecision, as = world.reviewer) =>
  decideApplication(world.by(as), id, decision);

async function applied(more: object = {}) {
  const { author, application, n } = await world.applied((number) => ({ ...answersUnlikeOthers(number), ...more }));
  return { author, id: application.id, orgId: application.org_id, n };
}
async function refused() {
  const one = await applied();
  expect((await decided(one.id, 'reject')).data.state).toBe('rejected');
  return one;
}

describe('an appeal against a refusal', () => {
  it('is decided once, by another reviewer, and puts the application under review again when granted', async () => {
    const { author, id, orgId } = await refused();
    const before = (await get(author, `/applications/${id}`)).data;
    expect(Date.parse(before.may_appeal_until!) - Date.parse(before.decision!.decided_at)).toBe(30 * DAY);
    expect(Date.parse(before.may_apply_from!) - Date.parse(before.decision!.decided_at)).toBe(14 * DAY);
    expect((await appeal(author, id)).data).toMatchObject({ appeal: { state: 'open' }, may_appeal_until: null });
    expect(await appeal(author, id)).toMatchObject({ status: 409, error: 'appealed_already' });

    const waiting = async (as: string) =>
      (await get<{ items: AppealRowView[] }>(as, '/review/applications/appeals')).data.items;
    expect((await waiting(world.reviewer)).find((one) => one.id === id)).toMatchObject({ refused_by_you: true });
    expect((await waiting(world.second)).find((one) => one.id === id)).toMatchObject({ refused_by_you: false });
    expect(await answer(world.reviewer, id, 'grant')).toMatchObject({ status: 403, error: 'appeal_other_person' });
    expect(await claim(world.reviewer, id)).toMatchObject({ status: 403, error: 'case_of_own_decision' });
    expect(await decide(world.second, id, 'grant')).toMatchObject({ status: 409, error: 'case_not_claimed' });
    const granted = await answer(world.second, id, 'grant');
    expect(granted.data).toMatchObject({ state: 'in_review', round: 2, appeal: { state: 'granted' } });
    expect(granted.data.criteria.every((one) => !one.judged)).toBe(true);
    expect(await answer(world.second, id, 'dismiss')).toMatchObject({ status: 409, error: 'appeal_decided' });
    expect((await waiting(world.second)).some((one) => one.id === id)).toBe(false);

    // The reviewer who rejected may not decide again, by use case and database.
    const { revision } = (await get(world.reviewer, `/review/applications/${id}`)).data;
    const judgements = [{ criterion: 'name', verdict: 'pass' }];
    expect(await post(world.reviewer, `/review/applications/${id}/judgements`, { revision, judgements })).toMatchObject(
      {
        status: 403,
        error: 'appeal_other_person',
      },
    );
    expect((await decided(id, 'approve', world.second)).data.state).toBe('approved');
    const events = await query<{ type: string }>(
      `select type from platform.outbox_events where payload->>'org_id' = $1 and type like 'appeal.%' order by seq`,
      [orgId],
    );
    expect(events.map(({ type }) => type)).toEqual(['appeal.decided']);
    expect(await world.app.audited(id, 'appeal.%')).toEqual(['appeal.filed', 'appeal.granted']);
    const mails = await query<{ recipient: string }>(
      `select recipient from platform.mail_messages where subject like 'Appeal from%' and body like '%' || $1 || '%' order by recipient`,
      [id],
    );
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'second-reviewer@demo.local',
      'second-reviewer@example.org',
    ]);
    const shown = (await get(author, `/applications/${id}`)).data.history.filter((row) =>
      row.action.startsWith('appeal_'),
    );
    expect(shown.map(({ actor }) => actor)).toEqual(['Reviewer']);
  });

  it('has its deadline in the mail of the refusal; a second refusal cannot be appealed', async () => {
    const { author, id, n } = await refused();
    const until = (await get(author, `/applications/${id}`)).data.may_appeal_until!;
    await appeal(author, id);
    await answer(world.second, id, 'grant');
    expect((await decided(id, 'reject', world.second)).data.state).toBe('rejected');
    const mails = await query<{ body: string }>(
      `select body from platform.mail_messages where recipient = $1 and body like '%was rejected%' order by created_at, id`,
      [`author${n}@example.org`],
    );
    const said = `You can appeal there until ${utcMinute(until)}`;
    expect(mails.map(({ body }) => body.includes(said))).toEqual([true, false]);
    expect(mails[1]!.body).not.toContain('appeal there');
    expect((await get(author, `/applications/${id}`)).data.may_appeal_until).toBeNull();
  });

  it('leaves the refusal final when dismissed', async () => {
    const { author, id } = await refused();
    await appeal(author, id);
    expect((await answer(world.second, id, 'dismiss')).data).toMatchObject({
      state: 'rejected',
      appeal: { state: 'dismissed', decision_text: ANSWER },
    });
    expect(await appeal(author, id)).toMatchObject({ status: 409, error: 'appealed_already' });
    expect(await post(world.second, `/review/cases/${id}/claim`)).toMatchObject({ status: 404 });
  });

  it('can be withdrawn while undecided: the refusal is unchanged and no appeal is open', async () => {
    const { author, id } = await refused();
    const withdraw = (as: string) => post(as, `/applications/${id}/appeal/withdraw`);
    expect(await withdraw(author)).toMatchObject({ status: 404, error: 'appeal_not_found' });
    await appeal(author, id);
    const [mine, theirs] = await Promise.all([withdraw(author), answer(world.second, id, 'dismiss')]);
    expect([mine.status, theirs.status].sort()).toEqual([200, 409]);

    const other = await refused();
    await appeal(other.author, other.id);
    const taken = await post(other.author, `/applications/${other.id}/appeal/withdraw`);
    expect(taken.data).toMatchObject({
      state: 'rejected',
      appeal: { state: 'withdrawn', decision_text: null, decided_at: expect.any(String) as string },
      may_appeal_until: null,
    });
    expect(taken.data.history.at(-1)).toMatchObject({ action: 'appeal_withdrawn' });
    expect(await post(other.author, `/applications/${other.id}/appeal/withdraw`)).toMatchObject({
      status: 409,
      error: 'appeal_decided',
    });
    expect(await answer(world.second, other.id, 'grant')).toMatchObject({ status: 409, error: 'appeal_decided' });
    expect(await appeal(other.author, other.id)).toMatchObject({ status: 409, error: 'appealed_already' });
    await world.app.get(TestClock).advance({ ms: 14 * DAY }, SYSTEM_ACTOR);
    expect(await apply(other.author, other.n)).toMatchObject({ status: 201 });
  });

  it('is filed once and decided once, however many requests run concurrently', async () => {
    const { author, id } = await refused();
    const filed = await Promise.all([appeal(author, id), appeal(author, id), appeal(author, id)]);
    expect(filed.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const answered = await Promise.all([answer(world.second, id, 'grant'), answer(world.second, id, 'dismiss')]);
    expect(answered.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('cannot be filed about anything but a refusal, or after thirty days', async () => {
    const { author, id } = await refused();
    expect(await appeal(author, id, 'too short')).toMatchObject({ status: 400 });
    const open = await applied();
    expect(await appeal(open.author, open.id)).toMatchObject({ status: 409, error: 'nothing_to_appeal' });
    await world.app.get(TestClock).advance({ ms: 30 * DAY }, SYSTEM_ACTOR);
    expect(await appeal(author, id)).toMatchObject({ status: 409, error: 'appeal_too_late' });
  });

  it('cannot be decided by the person who refused, or exist without a refusal, with the service bypassed', async () => {
    const { author, id } = await refused();
    await expect(
      query(`update authors.applications set state = 'in_review' where id = $1`, [id]),
    ).rejects.toMatchObject({ driverError: { constraint: 'applications_transition' } });
    await appeal(author, id);
    const decide = `update authors.application_appeals set state = 'granted', decided_by = refused_by, decided_by_name = 'x', decision_text = $2, decided_at = now() where application_id = $1`;
    await expect(query(decide, [id, ANSWER])).rejects.toMatchObject({
      driverError: { constraint: 'application_appeals_other_person' },
    });
    await answer(world.second, id, 'grant');
    await expect(
      world.app.get(Transactor).run(async (tx) => {
        await tx.query(
          `insert into authors.application_judgements (application_id, round, criteria_version, criterion, verdict, note, judged_by, judged_by_name)
           select $1, 2, version, criterion, 'fail', 'Looked at the register.', gen_random_uuid(), 'x' from authors.application_criteria`,
          [id],
        );
        await tx.query(
          `update authors.applications a set state = 'rejected', decided_by = p.refused_by from authors.application_appeals p where a.id = $1 and p.application_id = a.id`,
          [id],
        );
      }),
    ).rejects.toMatchObject({ driverError: { constraint: 'application_appeals_other_person' } });
    const free = await applied();
    await expect(
      query(
        `insert into authors.application_appeals (application_id, text, filed_by, filed_by_name, refused_by) values ($1, $2, gen_random_uuid(), 'x', gen_random_uuid())`,
        [free.id, REASON],
      ),
    ).rejects.toMatchObject({ driverError: { constraint: 'application_appeals_of_refusal' } });
  });

  it('keeps another application waiting for fourteen days, and for as long as the appeal is open', async () => {
    const { author, id, n } = await refused();
    const again = await apply(author, n);
    expect(again).toMatchObject({ status: 409, error: 'application_refused_recently' });
    const { data } = await get<ApplicationOutlookView>(author, '/applications/outlook');
    expect(data.may_apply_from).toBe((await get(author, `/applications/${id}`)).data.may_apply_from);
    await appeal(author, id);
    await world.app.get(TestClock).advance({ ms: 14 * DAY }, SYSTEM_ACTOR);
    expect((await get<ApplicationOutlookView>(author, '/applications/outlook')).data.may_apply_from).toBeNull();
    expect(await apply(author, n)).toMatchObject({ status: 409, error: 'appeal_waits' });
    await answer(world.second, id, 'dismiss');
    expect(await apply(author, n)).toMatchObject({ status: 201 });
  });
});

describe('waiting for review', () => {
  it('shows the place in the queue and, from five decisions on, the usual duration', async () => {
    for (let left = 5; left > 0; left -= 1) await decided((await applied()).id, 'approve');
    const [one, two] = [await applied(), await applied()];
    const place = async (of: { author: string; id: string }) =>
      (await get(of.author, `/applications/${of.id}`)).data.position;
    const [first, later] = [await place(one), await place(two)];
    expect(later! - first!).toBe(1);
    const { data } = await get<ApplicationOutlookView>(one.author, '/applications/outlook');
    expect(data.waiting).toBe(later);
    expect(data.usual_ms).toBeGreaterThan(0);
    await post(world.reviewer, `/review/cases/${one.id}/claim`);
    expect([await place(one), await place(two)]).toEqual([null, first]);
  });

  it('ends when a reviewer claims the application that waited longest; no reviewer gets their own', async () => {
    while ((await next(world.second)).status === 200);
    expect(await next(world.second)).toMatchObject({
      status: 404,
      error: 'no_case_waiting',
    });
    const own = await applied();
    const { data } = await get<{ user: { id: string } }>(world.second, '/me');
    await query(`insert into authors.organization_members (org_id, user_id) values ($1, $2)`, [
      own.orgId,
      data.user.id,
    ]);
    const [a, b] = [await applied(), await applied()];
    const taken = await Promise.all([1, 2, 3].map(() => next(world.second)));
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 200, 404]);
    expect(
      taken
        .filter(({ status }) => status === 200)
        .map((one) => one.data.id)
        .sort(),
    ).toEqual([a.id, b.id].sort());
    expect((await next(world.reviewer)).data.id).toBe(own.id);
    const again = await refused();
    await appeal(again.author, again.id);
    await answer(world.second, again.id, 'grant');
    expect(await next(world.reviewer)).toMatchObject({ status: 404, error: 'no_case_waiting' });
    expect((await next(world.second)).data.id).toBe(again.id);
  });
});

describe('the manifest that an application names', () => {
  class Probe extends ManifestProbe {
    asked: string[] = [];
    said: ProbedManifest = { ok: true, digest: 'a'.repeat(64), findings: [] };
    check(url: string): Promise<ProbedManifest> {
      this.asked.push(url);
      return Promise.resolve(this.said);
    }
  }
  const checking = (probe: Probe) =>
    new CheckAppliedManifest(world.app.get(Database), world.app.get(Transactor), probe);

  it('is checked once per submission, and applicant and reviewer see the findings', async () => {
    const url = 'https://drives.example/manifest';
    const { author, id } = await applied({ manifest_url: url });
    expect((await get(author, `/applications/${id}`)).data.manifest_check).toMatchObject({
      state: 'waiting',
    });
    const probe = new Probe();
    const finding = { id: 'C21', rule: 'Refuses what is stale', fix: 'Compare the time first.' };
    probe.said = {
      ok: false,
      digest: null,
      findings: [
        { ...finding, level: 'error' },
        { ...finding, level: 'warning' },
      ],
    };
    await checking(probe).execute(id);
    await checking(probe).execute(id);
    expect(probe.asked).toEqual([url]);
    const found = { state: 'failed', errors: 1, warnings: 1, findings: [{ id: 'C21', level: 'error' }, {}] };
    expect((await get(author, `/applications/${id}`)).data.manifest_check).toMatchObject(found);
    const seen = (await get(world.reviewer, `/review/applications/${id}`)).data;
    expect(seen.manifest_check).toMatchObject(found);
    expect(seen.criteria.find((one) => one.id === 'product')!.evidence.join(' ')).toContain('1 errors');

    // Submitted again, it is checked again; the earlier result was for the earlier answers.
    await decided(id, 'request_changes');
    await post(author, `/applications/${id}/submit`);
    expect((await get(author, `/applications/${id}`)).data.manifest_check).toMatchObject({ state: 'waiting' });
    probe.said = { ok: true, digest: null, findings: [] };
    await checking(probe).execute(id);
    expect((await get(author, `/applications/${id}`)).data.manifest_check).toMatchObject({ state: 'passed' });
  });

  it('is not checked without an address, or after the application was decided or withdrawn', async () => {
    const probe = new Probe();
    const none = await applied();
    await checking(probe).execute(none.id);
    expect((await get(none.author, `/applications/${none.id}`)).data.manifest_check).toBeNull();
    const gone = await applied({ manifest_url: 'https://drives.example/manifest' });
    await post(gone.author, `/applications/${gone.id}/withdraw`);
    await checking(probe).execute(gone.id);
    expect(probe.asked).toEqual([]);
  });
});
