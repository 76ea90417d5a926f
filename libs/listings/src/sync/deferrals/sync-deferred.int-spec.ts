import type { ApprovalDetailView } from '@portal/approvals';
import { agreeTerms } from '../../../../../test/support/drives/commercial-terms.js';
import { ManifestSyncWorld } from '../../../../../test/support/drives/manifest-sync-world.js';
import { decideCase } from '../../../../../test/support/people/review.js';
import { removeByTwo } from '../../../../../test/support/people/staff-role.js';
import type { SubmissionView } from '../../submissions/submissions.view.js';
import type { ReviewExceptionView, ReviewWorkspaceView } from '../../review/http/review.view.js';

const UNKNOWN = '00000000-0000-7000-8000-00000000dead';

/** Valid changes that are deferred, and checked again when the reason has ended. */
describe('a changed manifest that is deferred', () => {
  const following = ManifestSyncWorld.forTests();
  const { call } = following;
  let second: string;
  beforeAll(async () => {
    second = await following.world.reviewer('Sam');
  });

  type Live = Awaited<ReturnType<ManifestSyncWorld['listed']>>;
  const submit = async ({ driveId, drive }: Live): Promise<SubmissionView> => {
    const { data } = await call<SubmissionView>(following.ada.cookie, 'POST', `/author/drives/${driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    await following.world.work();
    return (await call<SubmissionView>(following.ada.cookie, 'GET', `/submissions/${data.id}`)).data;
  };
  const kinds = async ({ view }: Live) => (await view()).notes.map((note) => note.kind);
  const WIDER = ['venture.read', 'events.emit', 'billing.read'];
  /** The author's own version 1.5.0 waits, and the Drive serves 1.6.0 with a permission more. */
  async function overtakenSubmission() {
    const one = await following.listed();
    one.overlay.drive = { version: '1.5.0', name: 'Renamed' };
    const own = await submit(one);
    expect(own.state).toBe('in_review');
    one.overlay.drive = { version: '1.6.0', name: 'Renamed' };
    one.overlay['permissions_requested'] = WIDER;
    await one.sync();
    return { ...one, own };
  }

  describe('while a submission of the author waits', () => {
    it('leaves the submission alone, is stored, and notifies author and reviewer once', async () => {
      const one = await overtakenSubmission();
      await one.sync();
      await following.poll(one.driveId);
      expect((await one.waiting())!.id).toBe(one.own.id);
      expect(await kinds(one)).toEqual(['submission_open']);
      expect(await one.versions()).toMatchObject([{ version: '1.6.0', state: 'held' }, {}, {}]);
      expect(await following.mailed(`/author/drives/${one.driveId}`, 'cannot follow')).toHaveLength(1);
      expect(
        await following.mailed(`/review/submissions/${one.own.id}`, 'changed while a submission waits'),
      ).toHaveLength(await following.reviewers());
      expect(await following.world.events('manifest.deferred', one.driveId)).toMatchObject([
        { kind: 'submission_open' },
      ]);
      const { data } = await call<ReviewWorkspaceView>(
        following.reviewer,
        'GET',
        `/review/submissions/${one.own.id}/workspace`,
      );
      expect(data.changed_meanwhile).toMatchObject({ version: '1.6.0' });
    });

    const withdraw = (id: string) => call(following.ada.cookie, 'POST', `/submissions/${id}/withdraw`);
    it.each<[string, (own: SubmissionView) => Promise<unknown>]>([
      ['approved', (own) => following.approve(own)],
      ['rejected', (own) => following.approve(own, 'reject')],
      ['withdrawn', (own) => withdraw(own.id)],
      [
        'withdrawn after changes were requested',
        async (own) => {
          await following.approve(own, 'request_changes');
          await following.world.work();
          await withdraw(own.id);
        },
      ],
    ])('goes to a reviewer by itself when the submission is %s', async (_how, end) => {
      const one = await overtakenSubmission();
      await end(one.own);
      await following.world.work();
      const next = (await one.waiting())!;
      expect(next).toMatchObject({ version: '1.6.0', kind: 'update', state: 'in_review' });
      expect(next.id).not.toBe(one.own.id);
      expect(await kinds(one)).toEqual([]);
      await following.poll(one.driveId);
      expect((await one.waiting())!.id).toBe(next.id);
      expect(await following.mailed(`/author/submissions/${next.id}`, 'version 1.6.0 waits')).toHaveLength(1);
    });

    /** The author's own version 1.5.0 waits, and the Drive serves 1.6.0, which would go live without a review. */
    async function overtakenWithoutALook() {
      const one = await following.listed();
      one.overlay['permissions_requested'] = WIDER;
      one.overlay.drive = { version: '1.5.0' };
      const own = await submit(one);
      delete one.overlay['permissions_requested'];
      one.overlay.drive = { version: '1.6.0', docs_url: 'https://docs.example.com/new' };
      await one.sync();
      return { ...one, own };
    }

    it('is deferred even when it would go live without review, so that the decision about the submission applies', async () => {
      const one = await overtakenWithoutALook();
      await following.poll(one.driveId);
      expect((await one.live())!.version).toBe('1.0.0');
      expect(await kinds(one)).toEqual(['submission_open']);
      expect(await following.mailed(`/author/drives/${one.driveId}`, 'cannot follow')).toHaveLength(1);
      const { data } = await call<ReviewWorkspaceView>(
        following.reviewer,
        'GET',
        `/review/submissions/${one.own.id}/workspace`,
      );
      expect(data.changed_meanwhile).toMatchObject({ version: '1.6.0' });
      await following.approve(one.own);
      expect((await one.live())!.version).toBe('1.5.0');
      await following.world.work();
      expect((await one.live())!.version).toBe('1.6.0');
      expect(await kinds(one)).toEqual([]);
    });

    it('goes live by itself when the submission is withdrawn', async () => {
      const one = await overtakenWithoutALook();
      await withdraw(one.own.id);
      await following.world.work();
      expect((await one.live())!.version).toBe('1.6.0');
      expect(await kinds(one)).toEqual([]);
    });

    it('is decided by the reviewer of the submission when both are the same, whatever its class', async () => {
      const one = await following.listed();
      one.overlay.drive = { version: '1.5.0', docs_url: 'https://docs.example.com/new' };
      const own = await submit(one);
      await one.sync();
      await following.poll(one.driveId);
      expect((await one.live())!.version).toBe('1.0.0');
      expect(await kinds(one)).toEqual([]);
      await following.approve(own);
      await following.world.work();
      expect((await one.live())!.version).toBe('1.5.0');
    });

    it('is no longer deferred once it is submitted instead, and waits only once', async () => {
      const one = await overtakenSubmission();
      const again = await submit(one);
      await following.world.work();
      expect((await one.waiting())!).toMatchObject({ id: again.id, version: '1.6.0' });
      expect(await kinds(one)).toEqual([]);
    });

    it('is found again after the running checks of a submission, whose result notifies nobody', async () => {
      const one = await following.listed();
      one.overlay['permissions_requested'] = WIDER;
      one.overlay.drive = { version: '1.5.0' };
      await call(following.ada.cookie, 'POST', `/author/drives/${one.driveId}/submissions`, {
        manifest_url: one.drive.manifestUrl,
      });
      // The poll comes before the checks: what the submission brings is not known yet.
      await following.db.query(
        `update platform.outbox_events set relayed_at = now() where type = 'submission.received' and payload->>'drive_id' = $1`,
        [one.driveId],
      );
      await one.sync();
      expect(await kinds(one)).toEqual([]);
      const [open] = await following.db.query<{ id: string }>(
        `select id from listings.submissions where drive_id = $1 and state = 'received'`,
        [one.driveId],
      );
      await withdraw(open!.id);
      await following.poll(one.driveId);
      expect(await one.waiting()).toMatchObject({ version: '1.5.0', kind: 'update' });
      expect(await following.mailed(`/author/drives/${one.driveId}`, 'cannot follow')).toHaveLength(0);
    });
  });

  it('is no longer under review when the Drive serves something else, and the page says so', async () => {
    const one = await following.listed();
    one.overlay['permissions_requested'] = WIDER;
    one.overlay.drive = { version: '1.5.0' };
    await one.sync();
    const found = (await one.waiting())!;
    expect(found).toMatchObject({ version: '1.5.0', state: 'in_review' });
    delete one.overlay['permissions_requested'];
    one.overlay.drive = { version: '1.6.0', docs_url: 'https://docs.example.com/new' };
    await one.sync();
    await one.sync();
    expect((await one.live())!.version).toBe('1.6.0');
    const { data } = await call<SubmissionView>(following.reviewer, 'GET', `/review/submissions/${found.id}`);
    expect(data.state).toBe('withdrawn');
    expect(await one.waiting()).toBeUndefined();
    expect(await following.mailed(`/author/submissions/${found.id}`, 'no longer served')).toHaveLength(1);
    expect(await following.mailed(`/review/submissions/${found.id}`, 'no longer served')).toHaveLength(
      await following.reviewers(),
    );
  });

  it('cannot be approved once the Drive was removed, and may be rejected', async () => {
    const { own, driveId } = await overtakenSubmission();
    await removeByTwo(following.app, driveId, [following.reviewer, second]);
    const decide = (decision: 'approve' | 'reject') =>
      decideCase(
        (method, url, body) => call(following.reviewer, method, url, body),
        own.id,
        decision,
        'Looked at by one of us.',
      );
    expect(await decide('approve')).toMatchObject({ status: 409, error: 'listing_not_live' });
    expect((await decide('reject')).status).toBe(200);
  });

  it('while the account is suspended is followed by itself afterwards, once', async () => {
    const one = await following.listed();
    const admin = await following.app.demo('admin');
    const set = (what: 'suspend' | 'resume', body: object) =>
      call(admin, 'POST', `/admin/authors/${following.ada.orgId}/${what}`, {
        reason: 'Looked at by two people of ours.',
        ...body,
      });
    await set('suspend', { reason_code: 'security_incident' });
    one.overlay.drive = { version: '1.1.0' };
    await one.sync();
    expect(await kinds(one)).toEqual(['author_suspended']);
    await following.poll(one.driveId);
    expect(await following.world.events('manifest.sync_requested', one.driveId)).toHaveLength(1);
    await set('resume', {});
    await following.world.work();
    expect((await one.live())!.version).toBe('1.1.0');
    expect(await kinds(one)).toEqual([]);
    await following.world.work();
    expect(await one.prompts()).toHaveLength(1);
    expect(await following.world.events('manifest.sync_requested', one.driveId)).toHaveLength(2);
  });

  describe('while the Drive has no price', () => {
    const L04 = 'L04';
    /** Live with plans of its own by an exception of check L04 that has ended since. */
    async function unpriced() {
      const one = await following.listed();
      one.overlay.drive = { version: '2.0.0', pricing_tier: 'custom' };
      await one.sync();
      const submission = (await one.waiting())!;
      await except(submission.id);
      await following.approve(submission);
      await following.world.work();
      expect((await one.live())!.version).toBe('2.0.0');
      await endExceptions(one.driveId);
      one.overlay.drive = { version: '2.1.0', pricing_tier: 'custom', docs_url: 'https://docs.example.com/new' };
      await one.sync();
      return one;
    }
    async function except(submissionId: string): Promise<void> {
      await call(following.reviewer, 'POST', `/review/cases/${submissionId}/claim`, {});
      const proposed = await call<ApprovalDetailView>(
        following.reviewer,
        'POST',
        `/review/submissions/${submissionId}/exceptions`,
        {
          check_id: L04,
          reason: 'Finance agrees on a price with each customer.',
          ends_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
        },
      );
      const { id, digest } = proposed.data;
      expect((await call(second, 'POST', `/approvals/${id}/approve`, { digest })).status).toBe(200);
    }
    async function endExceptions(driveId: string): Promise<void> {
      const { data } = await call<{ items: ReviewExceptionView[] }>(following.reviewer, 'GET', '/review/exceptions');
      for (const { id } of data.items.filter((one) => one.drive_id === driveId && one.state === 'in_force'))
        expect(
          (await call(following.reviewer, 'POST', `/review/exceptions/${id}/end`, { reason: 'Its time is over.' }))
            .status,
        ).toBe(200);
    }

    it('leaves the live version served, and informs author and reviewers once', async () => {
      const one = await unpriced();
      await one.sync();
      await following.poll(one.driveId);
      expect((await one.live())!.version).toBe('2.0.0');
      expect(await kinds(one)).toEqual(['price_missing']);
      expect(await one.versions()).toMatchObject([{ version: '2.1.0', state: 'held' }, {}, {}]);
      expect(await following.mailed(`/author/drives/${one.driveId}`, 'cannot follow')).toHaveLength(1);
      expect(await following.mailed(one.driveId, 'nothing says what it costs')).toHaveLength(
        await following.reviewers(),
      );
      expect((await following.staff(one.driveId, 'noted'))!.notes).toMatchObject([{ kind: 'price_missing' }]);
    });

    it('is followed at the next poll when there is a price', async () => {
      const one = await unpriced();
      await following.poll(one.driveId);
      expect(await following.world.events('manifest.sync_requested', one.driveId)).toHaveLength(2);
      const price = { kind: 'agreed_price', drive_id: one.driveId, venture_id: UNKNOWN, currency: 'usd' } as const;
      await agreeTerms(following.app, { ...price, amount_minor: '9900' });
      await following.poll(one.driveId);
      expect((await one.live())!.version).toBe('2.1.0');
      expect(await kinds(one)).toEqual([]);
      expect(await one.prompts()).toHaveLength(2);
    });

    it('goes live through an exception and the approval when its author submits it', async () => {
      const one = await unpriced();
      const own = await submit(one);
      await except(own.id);
      await following.world.work();
      expect((await one.live())!.version).toBe('2.0.0');
      await following.approve(own);
      await following.world.work();
      expect((await one.live())!.version).toBe('2.1.0');
      expect(await kinds(one)).toEqual([]);
    });
  });
});
