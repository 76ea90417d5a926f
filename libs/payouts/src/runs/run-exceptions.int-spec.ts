import type { Page } from '@portal/kernel';
import { days, PayoutWorld, type RunResult } from '../../../../test/support/money/payout-world.js';
import type { RunDecidedView, UnusualPayoutView } from './http/run-exceptions.view.js';
import type { RunPayoutView } from './http/run-payouts.view.js';

jest.setTimeout(300_000);

type Decided = Omit<RunDecidedView, 'run'> & { run: RunResult };

describe('the lines and the exceptions of a run', () => {
  const world = PayoutWorld.forTests();

  const lines = async (run: RunResult, query: string): Promise<Page<RunPayoutView>> => {
    const answer = await world.read<Page<RunPayoutView>>(
      world.preparer,
      `/finance/payout-runs/${run.id}/payouts?${query}`,
    );
    expect([answer.status, answer.error]).toEqual([200, undefined]);
    return answer.data;
  };
  const every = async (run: RunResult, query: string): Promise<RunPayoutView[]> => {
    const found: RunPayoutView[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page<RunPayoutView> = await lines(run, `limit=2&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      found.push(...page.items);
      cursor = page.next_cursor;
    }
    return found;
  };
  const exceptions = async (run: RunResult, query = ''): Promise<UnusualPayoutView[]> =>
    (await world.read<Page<UnusualPayoutView>>(world.approver, `/finance/payout-runs/${run.id}/exceptions?${query}`))
      .data.items;
  const decide = (
    run: RunResult,
    decision: string,
    of: object,
    as = world.preparer,
    reason = 'Reviewed manually.',
  ): ReturnType<typeof world.post<Decided>> =>
    world.post<Decided>(as, `/finance/payout-runs/${run.id}/exceptions/decide`, {
      input_hash: run.input_hash,
      decision,
      reason,
      ...of,
    });
  const cancel = (run: RunResult) => world.post(world.preparer, `/finance/payout-runs/${run.id}/cancel`);
  const of = (orgId: string) => ({ items: [{ org_id: orgId, currency: 'usd' }] });

  it('can be listed in every order, filtered by name, state, reason and part, without a missing line', async () => {
    const paid = [await world.author(), await world.author(), await world.author()];
    const carried = await world.author({ account: 'none' });
    for (const [i, { orgId }] of paid.entries()) await world.earn(orgId, BigInt(5_000 * (i + 1)));
    await world.earn(carried.orgId, 4_000n);
    const before = await world.executing();
    for (const payout of before.payouts.filter((one) => one.amount_minor !== '0')) await world.send(payout.id);
    for (const { orgId } of paid) await world.earn(orgId, 6_000n);
    const run = await world.prepared();
    const all = await every(run, '');
    expect(all.map(({ amount_minor }) => amount_minor)).toEqual(['6000', '6000', '6000', '0']);
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    const byChange = await every(run, 'sort=-change');
    expect(byChange.map(({ change_minor }) => change_minor)).toEqual(['1000', '0', '-4000', '-9000']);
    expect((await every(run, 'sort=change')).map(({ id }) => id)).toEqual(byChange.map(({ id }) => id).reverse());
    expect((await every(run, 'part=carried')).map(({ org_id }) => org_id)).toEqual([carried.orgId]);
    expect((await every(run, 'reason=no_account')).map(({ org_id }) => org_id)).toEqual([carried.orgId]);
    expect(await every(run, 'reason=held_tax')).toEqual([]);
    const [name] = await world.query<{ name: string }>('select name from authors.organizations where id = $1', [
      paid[1]!.orgId,
    ]);
    expect((await every(run, `q=${encodeURIComponent(name!.name.toUpperCase())}`)).map(({ org_id }) => org_id)).toEqual(
      [paid[1]!.orgId],
    );
    // A filter of the lines does not change the totals, and a run without its lines is the same run.
    const bare = await world.read<RunResult & { totals: object[] }>(
      world.preparer,
      `/finance/payout-runs/${run.id}?payouts=none`,
    );
    expect(bare.data.payouts).toEqual([]);
    expect(bare.data.totals).toMatchObject([{ currency: 'usd', authors: 4, to_pay_minor: '18000' }]);
    await cancel(run);
  });

  it('let the preparer exclude a payout: the lines and the hash change, and the approver reads who and why', async () => {
    const [out, other] = [await world.author(), await world.author()];
    await world.earn(out.orgId, 8_000n);
    await world.earn(other.orgId, 9_000n);
    const run = await world.prepared();
    expect(await exceptions(run, `kind=first_payout&open=true`)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ org_id: out.orgId, open: true, suggested: 'include', decision: null }),
      ]),
    );
    const answer = await decide(run, 'carry', of(out.orgId), world.preparer, 'Asked to be paid next month.');
    expect([answer.status, answer.data.recomputed, answer.data.decided]).toEqual([200, true, 1]);
    const recomputed = answer.data.run;
    expect(recomputed.input_hash).not.toBe(run.input_hash);
    expect(world.payoutOf(recomputed, out)).toMatchObject({
      amount_minor: '0',
      carry_minor: '8000',
      reason: 'left_out',
      unpaid: [{ reason: 'left_out', amount_minor: '8000', note: 'Asked to be paid next month.' }],
    });
    expect(world.payoutOf(recomputed, other).amount_minor).toBe('9000');
    expect((await exceptions(recomputed)).find(({ org_id }) => org_id === out.orgId)).toMatchObject({
      open: false,
      decision: { decision: 'carry', reason: 'Asked to be paid next month.', stands: true },
    });
    expect((await world.approve(run)).error).toBe('payout_set_changed');
    // Included after all: paid as before, and the decision is for this amount.
    const back = (await decide(recomputed, 'include', of(out.orgId))).data;
    expect([back.recomputed, world.payoutOf(back.run, out).amount_minor]).toEqual([true, '8000']);
    // The next run starts without the decisions of this one.
    await decide(back.run, 'carry', of(out.orgId));
    const left = await world.run(run.id);
    expect((await world.approve(left)).status).toBe(200);
    await world.execute(left);
    await world.send(world.payoutOf(left, other).id);
    const next = await world.prepared();
    expect(world.payoutOf(next, out)).toMatchObject({ amount_minor: '8000', reason: 'to_pay' });
    await cancel(next);
    const rows = await world.query<{ action: string }>(
      `select action from platform.audit_log where subject_id = $1 and action = 'payout_run.exception_decided'`,
      [run.id],
    );
    expect(rows).toHaveLength(3);
  });

  it('place a hold that another decision removes, and include a payout for one amount only', async () => {
    const author = await world.author();
    await world.earn(author.orgId, 7_000n);
    const run = await world.prepared();
    const held = (await decide(run, 'hold', of(author.orgId))).data.run;
    expect(world.payoutOf(held, author)).toMatchObject({ amount_minor: '0', held_minor: '7000', reason: 'held' });
    const included = (await decide(held, 'include', of(author.orgId))).data.run;
    expect(world.payoutOf(included, author).amount_minor).toBe('7000');
    const holds = await world.query<{ ended_by_name: string | null }>(
      'select ended_by_name from payouts.payout_holds where org_id = $1',
      [author.orgId],
    );
    expect(holds).toEqual([{ ended_by_name: expect.any(String) }]);
    const mine = async (): Promise<UnusualPayoutView> =>
      (await exceptions(included)).find(({ org_id }) => org_id === author.orgId)!;
    // The inclusion was for a payout of 0, so it does not apply to 70.00.
    expect(await mine()).toMatchObject({ open: true, decision: { decision: 'include', stands: false } });
    const said = (await decide(included, 'include', of(author.orgId))).data;
    expect([said.recomputed, said.run.input_hash]).toEqual([false, included.input_hash]);
    expect(await mine()).toMatchObject({ open: false, decision: { stands: true } });
    await cancel(included);
  });

  it('put an author on hold once for all currencies, and removing the hold decides them alike', async () => {
    const author = await world.author();
    await world.earn(author.orgId, 7_000n);
    await world.earn(author.orgId, 6_000n, 'eur');
    const one = (currency: string) => ({ items: [{ org_id: author.orgId, currency }] });
    const inForce = async (): Promise<number> =>
      (
        await world.query<{ n: number }>(
          'select count(*)::int as n from payouts.payout_holds where org_id = $1 and (ends_at is null or ends_at > platform.portal_now())',
          [author.orgId],
        )
      )[0]!.n;
    const paid = (run: RunResult): string[] =>
      run.payouts.filter(({ org_id }) => org_id === author.orgId).map(({ amount_minor }) => amount_minor);
    const run = await world.prepared();
    let now = (await decide(run, 'hold', one('usd'))).data.run;
    expect([paid(now), await inForce()]).toEqual([['0', '0'], 1]);
    now = (await decide(now, 'hold', one('eur'))).data.run;
    now = (await decide(now, 'hold', one('usd'))).data.run;
    expect(await inForce()).toBe(1);
    const back = (await decide(now, 'include', one('usd'))).data;
    expect([back.decided, await inForce(), paid(back.run).sort()]).toEqual([2, 0, ['6000', '7000']]);
    await cancel(back.run);
  });

  it('forbid approval by whoever decided one, even after another person took the run over', async () => {
    const author = await world.author();
    await world.earn(author.orgId, 7_000n);
    const run = await world.prepared();
    expect((await decide(run, 'include', of(author.orgId))).status).toBe(200);
    const recomputed = await world.post<RunResult>(world.approver, `/finance/payout-runs/${run.id}/recompute`);
    expect(recomputed.status).toBe(200);
    const approval = await world.post(world.preparer, `/finance/payout-runs/${run.id}/approve`, {
      input_hash: recomputed.data.input_hash,
    });
    expect([approval.status, approval.error]).toEqual([403, 'decider_cannot_approve']);
    await cancel(recomputed.data);
  });

  it('let the run continue from its step when the item in progress is decided meanwhile', async () => {
    const authors = [await world.author(), await world.author(), await world.author()];
    for (const [i, { orgId }] of authors.entries()) await world.earn(orgId, BigInt(100_000 - i));
    const run = await world.prepared();
    const page = async (cursor: string) =>
      (
        await world.read<Page<UnusualPayoutView>>(
          world.preparer,
          `/finance/payout-runs/${run.id}/exceptions?open=true&limit=1${cursor}`,
        )
      ).data;
    const first = await page('');
    expect(first.items.map(({ org_id }) => org_id)).toEqual([authors[0]!.orgId]);
    await decide(run, 'include', of(authors[0]!.orgId));
    expect((await page(`&cursor=${first.next_cursor}`)).items.map(({ org_id }) => org_id)).toEqual([authors[1]!.orgId]);
    await cancel(run);
  });

  it('can be decided by the preparer only, in an existing set, and for what the rules pay', async () => {
    const [author, none] = [await world.author(), await world.author({ account: 'none' })];
    await world.earn(author.orgId, 7_500n);
    await world.earn(none.orgId, 7_500n);
    const run = await world.prepared();
    expect((await decide(run, 'carry', of(author.orgId), world.approver)).error).toBe('run_decision_by_preparer');
    expect((await decide({ ...run, input_hash: '0'.repeat(64) }, 'carry', of(author.orgId))).error).toBe(
      'payout_set_changed',
    );
    expect((await decide(run, 'include', of(none.orgId))).error).toBe('run_decision_not_payable');
    expect((await decide(run, 'include', of('00000000-0000-7000-8000-000000000000'))).error).toBe(
      'run_decision_unknown',
    );
    expect((await decide(run, 'include', {})).error).toBe('invalid_request');
    expect((await decide(run, 'include', { kind: 'first_payout' })).data.decided).toBeGreaterThan(0);
    expect((await world.approve(run)).status).toBe(200);
    expect((await decide(run, 'carry', of(author.orgId))).error).toBe('invalid_transition');
    await cancel(run);
    await world.advance(days(1));
  });
});
