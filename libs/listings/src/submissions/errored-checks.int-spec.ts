import { randomUUID } from 'node:crypto';
import { conformanceChecks } from '@portal/conformance';
import { control } from '../../../../test/support/drives/console.js';
import { ReviewWorld } from '../../../../test/support/people/review-world.js';
import { CRITERIA_VERSION } from '../review/domain/review-criteria.js';
import type { SubmissionView } from './submissions.view.js';

describe('a check that breaks while a submission is checked', () => {
  const review = ReviewWorld.forTests();
  afterEach(() => jest.restoreAllMocks());
  const broken = (id: string) =>
    jest
      .spyOn(
        conformanceChecks.find((check) => check.id === id)!,
        'run',
      )
      .mockRejectedValue(new Error(`${id} broke`));
  const read = async (id: string) =>
    (await review.call<SubmissionView>(review.ada.cookie, 'GET', `/submissions/${id}`)).data;

  it('has errored: it is counted apart, sends nothing back, and is passed in writing only', async () => {
    broken('C77');
    const { id } = await review.submitted();
    const { state, checks, check_counts: counts, digest } = await read(id);
    expect(state).toBe('in_review');
    expect(checks.find((check) => check.id === 'C77')).toMatchObject({ state: 'error', reason: null, findings: [] });
    expect(counts.errored).toBe(1);
    const { passed, warned, failed, errored, not_run, waiting, total } = counts;
    expect(passed + warned + failed + errored + not_run + waiting).toBe(total);
    await review.hold(id);
    const criterion = 'endpoint_behaviour';
    expect(await review.judge(id, [{ criterion, verdict: 'pass' }])).toMatchObject({
      status: 400,
      error: 'judgement_reason_missing',
    });
    const bypassing = (note: string) =>
      review.db.query(
        `insert into listings.review_judgements (submission_id, digest, round, criteria_version, criterion, verdict, note, judged_by, judged_by_name)
         values ($1, $2, 1, $3, $4, 'pass', $5, $6, 'Ruth')`,
        [id, digest, CRITERIA_VERSION, criterion, note, randomUUID()],
      );
    await expect(bypassing('')).rejects.toMatchObject({ constraint: 'review_judgements_reason' });
    await bypassing('Timed by hand: it answers at once.');
    const [mail] = await review.db.query<{ body: string }>(
      `select body from platform.mail_messages where body like '%/review/submissions/' || $1 || '%'`,
      [id],
    );
    expect(mail!.body).toMatch(
      /waits for a reviewer: \d+ of \d+ checks passed, \d+ warned, 0 failed, 1 errored, \d+ not run\./,
    );
  });

  it('but is only observed weighs nothing: not what it finds, and not that it breaks', async () => {
    const observed = (id: string) =>
      jest.replaceProperty(
        conformanceChecks.find((check) => check.id === id)!,
        'enforcement',
        'observed',
      );
    observed('C50');
    observed('C77');
    broken('C77');
    const owned = await review.world.reserve(review.ada, 'case-observed');
    const drive = await review.world.drive(owned);
    await control(drive.url, 'switch', { name: 'metrics-open', on: true });
    const url = `/author/drives/${owned.driveId}/submissions`;
    const { data } = await review.call<SubmissionView>(review.ada.cookie, 'POST', url, {
      manifest_url: drive.manifestUrl,
    });
    await review.world.work();
    const { state, checks, check_counts: counts } = await read(data.id);
    expect([state, counts.observed, counts.failed, counts.errored]).toEqual(['in_review', 2, 0, 0]);
    expect(checks.find(({ id }) => id === 'C50')).toMatchObject({ state: 'observed', findings: [{ level: 'info' }] });
    await review.hold(data.id);
    for (const criterion of ['request_signing', 'endpoint_behaviour'])
      expect((await review.judge(data.id, [{ criterion, verdict: 'pass' }])).status).toBe(200);
    expect((await review.look(data.id)).worst!.level).toBe('quiet');
  });

  it('gives no verdict where it can fail a Drive', async () => {
    const spy = broken('C50');
    const owned = await review.world.reserve(review.ada, 'case-errored');
    const drive = await review.world.drive(owned);
    const { data } = await review.call<SubmissionView>(
      review.ada.cookie,
      'POST',
      `/author/drives/${owned.driveId}/submissions`,
      { manifest_url: drive.manifestUrl },
    );
    await review.world.work().catch(() => undefined);
    expect(spy).toHaveBeenCalled();
    expect((await read(data.id)).state).toBe('validating');
  });
});
