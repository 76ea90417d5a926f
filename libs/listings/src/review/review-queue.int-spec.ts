import { Client } from 'pg';
import { exceptPrice, MINUTE, REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import { decideCase } from '../../../../test/support/people/review.js';
import type { SubmissionView } from '../submissions/submissions.view.js';
import type { SubmissionRowView } from './http/review.view.js';
import type { ReviewWorkspaceView } from './http/review.view.js';

describe('cases that wait for reviewers', () => {
  const review = ReviewWorld.forTests();
  const { call, by, hold, ago, actions, personOf, submitted } = review;

  describe('the queue', () => {
    it('is sorted by the clock and filtered by who must act, kind, holder and due date', async () => {
      const [one, two, three] = [await submitted(), await submitted(), await submitted()];
      const ids = [one.id, two.id, three.id];
      const queue = async (query: string, as = review.ruth) => {
        const { data } = await call<{ items: SubmissionRowView[] }>(as, 'GET', `/review/submissions?limit=100${query}`);
        return data.items.filter((row) => ids.includes(row.id));
      };
      expect((await queue('')).map((row) => row.id)).toEqual(ids);
      await hold(two.id);
      expect((await queue('&claimed=mine')).map((row) => row.id)).toEqual([two.id]);
      expect((await queue('&claimed=others', review.sam)).map((row) => [row.id, row.hold?.holder])).toEqual([
        [two.id, 'Ruth'],
      ]);
      expect((await queue('&claimed=free')).map((row) => row.id)).toEqual([one.id, three.id]);
      await decideCase(by(review.sam), three.id, 'request_changes', 'Please say more about it.');
      expect((await queue('')).map((row) => row.id)).toEqual([one.id, two.id]);
      expect(await queue('&party=author')).toMatchObject([{ id: three.id, party: 'author', due_at: null }]);
      expect((await queue('&party=all')).map((row) => row.id)).toEqual(ids);
      expect(await queue('&kind=update')).toEqual([]);
      expect(await queue('&due=overdue')).toEqual([]);
      for (const id of [one.id, two.id, three.id]) await ago(id, 49 * 60 * MINUTE);
      await hold(two.id);
      expect((await queue('&due=overdue&party=all')).map((row) => [row.id, row.overdue])).toEqual([
        [one.id, true],
        [two.id, true],
      ]);
      const first = await call<{ items: SubmissionRowView[]; next_cursor: string }>(
        review.ruth,
        'GET',
        '/review/submissions?limit=1',
      );
      const next = await call<{ items: SubmissionRowView[] }>(
        review.ruth,
        'GET',
        `/review/submissions?limit=1&cursor=${encodeURIComponent(first.data.next_cursor)}`,
      );
      expect(next.data.items[0]!.id).not.toBe(first.data.items[0]!.id);
    });
  });

  describe('claiming the next case', () => {
    const next = async (as: string, body: object = {}) => {
      // POST /api/v1/review/cases/claim-next
      const claimed = await call<{ id: string }>(as, 'POST', '/review/cases/claim-next', { of: 'submission', ...body });
      return {
        ...claimed,
        data: claimed.status === 200 ? await review.look(claimed.data.id, as) : ({} as ReviewWorkspaceView),
      };
    };
    const queue = (query = '') =>
      call<{ items: SubmissionRowView[] }>(review.ruth, 'GET', `/review/submissions${query}`);
    /** No case of earlier tests waits. */
    beforeEach(async () => {
      const { data } = await queue('?party=reviewer&limit=100');
      for (const { id } of data.items) await hold(id, await holderOfAll(), true);
    });
    let all: string | undefined;
    const holderOfAll = async (): Promise<string> => (all ??= await review.world.reviewer('Theo'));

    it('returns what is due first, never a claimed case, and says when nothing is left', async () => {
      const [first, second] = [await submitted(), await submitted()];
      await ago(second.id, 3 * 60 * MINUTE);
      expect((await next(review.ruth)).data).toMatchObject({ submission_id: second.id, hold: { yours: true } });
      expect(await actions(second.id)).toEqual(['review.taken']);
      expect((await next(review.ruth, { kind: 'update' })).error).toBe('no_case_waiting');
      expect((await next(review.sam, { kind: 'initial' })).data.submission_id).toBe(first.id);
      expect(await next(review.ruth)).toMatchObject({ status: 404, error: 'no_case_waiting' });
      await call(review.sam, 'POST', `/review/cases/${first.id}/release`, {});
      await ago(second.id, 24 * 60 * MINUTE);
      // An expired claim is free again, and its case was due first.
      expect((await next(review.sam)).data.submission_id).toBe(second.id);
    });

    it('skips cases of an organisation that the reviewer belongs to, or did within 180 days', async () => {
      const { id } = await submitted();
      const uma = await review.world.reviewer('Uma');
      const member = async (left: string) => {
        const [org, person] = [review.ada.orgId, await personOf('Uma')];
        await review.world.app.byOwner('delete from authors.organization_members where user_id = $1', [person]);
        await review.db.query(
          `insert into authors.organization_members (org_id, user_id, joined_at, left_at) values ($1, $2, '2025-01-01', ${left})`,
          [org, person],
        );
      };
      await member(`platform.portal_now() - interval '179 days'`);
      expect(await next(uma)).toMatchObject({ status: 404, error: 'no_case_waiting' });
      await member(`platform.portal_now() - interval '181 days'`);
      expect((await next(uma)).data.submission_id).toBe(id);
    });

    it('gives two reviewers who claim at once two cases, and the third of three none', async () => {
      const tom = await review.world.reviewer('Tom');
      for (let round = 0; round < 4; round++) {
        const open = [(await submitted()).id, (await submitted()).id];
        const got = await Promise.all([review.ruth, review.sam, tom].map((as) => next(as)));
        const taken = got.filter(({ status }) => status === 200).map(({ data }) => data.submission_id);
        expect(taken.sort()).toEqual(open.sort());
        expect(got.filter(({ status }) => status === 404)).toHaveLength(1);
        const holders = await review.db.query<{ n: number }>(
          'select count(distinct holder_id)::int as n from approvals.claims where subject_id = any($1)',
          [open],
        );
        expect(holders).toEqual([{ n: 2 }]);
      }
    });

    it('skips a case that another connection has locked, and rechecks one claimed before it got the lock', async () => {
      const [first, second] = [await submitted(), await submitted()];
      await ago(first.id, 60 * MINUTE);
      const other = new Client({ connectionString: review.world.app.database.url });
      await other.connect();
      try {
        await other.query('begin');
        await other.query('select from listings.submissions where id = $1 for update', [first.id]);
        expect((await next(review.ruth)).data.submission_id).toBe(second.id);
        await other.query('rollback');
        expect((await next(review.sam)).data.submission_id).toBe(first.id);
      } finally {
        await other.end();
      }
    });

    it('shows both names of a rename, and that it is a risk', async () => {
      const { id, overlay, again } = await submitted();
      const { data: first } = await decideCase(by(review.ruth), id, 'approve', REASON);
      overlay['drive'] = { version: '2.0.0', name: 'Claude Ads by Anthropic' };
      const next = await again();
      expect((await queue('?limit=100')).data.items.find((one) => one.id === next)).toMatchObject({
        title: 'Claude Ads by Anthropic 2.0.0',
        former_name: first.drive_name,
        risks: expect.arrayContaining(['renamed']),
      });
    });

    it('is sorted worst first on demand, page after page, and says the worst in words', async () => {
      interface Page {
        items: SubmissionRowView[];
        next_cursor: string | null;
      }
      const quiet = await submitted();
      const phi = await submitted({ permissions_requested: ['venture.read', 'data.phi'] });
      const sorted: SubmissionRowView[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const at: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const { data }: { data: Page } = await call<Page>(
          review.ruth,
          'GET',
          `/review/submissions?sort=worst&limit=2${at}`,
        );
        sorted.push(...data.items);
        cursor = data.next_cursor ?? undefined;
      }
      const weights = sorted.map(({ worst }) => worst.weight);
      expect(weights).toEqual([...weights].sort((a, b) => a - b));
      const ids = sorted.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.indexOf(phi.id)).toBeLessThan(ids.indexOf(quiet.id));
      const row = sorted.find(({ id }) => id === phi.id)!;
      expect(row.worst).toMatchObject({ level: 'bad', criterion: 'scope_minimisation', code: 'scope' });
      expect(row.worst.text).toContain('data.phi');
      expect((await review.look(phi.id)).worst).toEqual(row.worst);
      const [stored] = await review.db.query('select weight from listings.submissions where id = $1', [phi.id]);
      expect(stored).toEqual({ weight: row.worst.weight });
    });

    it('finds in the queue the risks and the results of the checks', async () => {
      const { id } = await submitted({ drive: { pricing_tier: 'custom' } });
      const row = (await queue('?limit=100')).data.items.find((one) => one.id === id)!;
      expect(row.risks).toContain('custom_price');
      const [sums] = await review.db.query<{ passed: number; other: number; all: number }>(
        `select count(*) filter (where status = 'pass')::int as passed, count(*) filter (where status in ('warn', 'fail'))::int as other,
           count(*)::int as all from listings.submission_checks where submission_id = $1`,
        [id],
      );
      const { passed, warned, failed, accepted, not_run, waiting, total } = row.checks;
      expect({ passed, other: warned + failed, all: total }).toEqual(sums);
      expect([passed + warned + failed + not_run, waiting, accepted]).toEqual([total, 0, 0]);
      expect(
        (await review.call<SubmissionView>(review.ada.cookie, 'GET', `/submissions/${id}`)).data.check_counts,
      ).toEqual(row.checks);
      await hold(id, review.ruth);
      await exceptPrice(review, id);
      const after = (await queue('?limit=100')).data.items.find((one) => one.id === id)!.checks;
      expect(after).toEqual({ ...row.checks, accepted: 1, accepted_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    });
  });
});
