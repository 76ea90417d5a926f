import { PayoutWorld, type RunResult } from '../../../../test/support/money/payout-world.js';

jest.setTimeout(300_000);

describe('the policy that anomalies are decided before a run is approved', () => {
  const world = PayoutWorld.forTests();
  beforeAll(async () => {
    await policy('required');
  });

  const decide = (run: RunResult, decision: string, of: object): ReturnType<typeof world.post<{ run: RunResult }>> =>
    world.post<{ run: RunResult }>(world.preparer, `/finance/payout-runs/${run.id}/exceptions/decide`, {
      input_hash: run.input_hash,
      decision,
      reason: 'Reviewed manually.',
      ...of,
    });
  const cancel = (run: RunResult) => world.post(world.preparer, `/finance/payout-runs/${run.id}/cancel`);
  const of = (orgId: string) => ({ items: [{ org_id: orgId, currency: 'usd' }] });
  const policy = async (value: 'optional' | 'required'): Promise<void> => {
    await world.app.byOwner(
      `insert into billing.policies (id, key, version, value, valid_from)
         select gen_random_uuid(), key, max(version) + 1, $1, platform.portal_now() from billing.policies where key = 'payout_decisions' group by key`,
      [JSON.stringify(value)],
    );
  };
  const shown = async (run: RunResult): Promise<RunResult & { decisions_missing: number }> =>
    (await world.read<RunResult & { decisions_missing: number }>(world.approver, `/finance/payout-runs/${run.id}`))
      .data;
  const insertApproval = (run: RunResult) =>
    world.query(
      `insert into payouts.payout_approvals (run_id, computation, user_id, user_name, input_hash)
         select id, computation, gen_random_uuid(), 'x', input_hash from payouts.payout_runs where id = $1`,
      [run.id],
    );

  it('blocks the approval while one is open, in the database too, and names their number', async () => {
    const authors = [await world.author(), await world.author(), await world.author()];
    for (const { orgId } of authors) await world.earn(orgId, 7_000n);
    let run = await world.prepared();
    expect(await shown(run)).toMatchObject({ decisions_missing: 3 });
    const refused = await world.approve(run);
    expect([refused.status, refused.error]).toEqual([409, 'payout_decisions_missing']);
    expect(refused.body).toContain('3 unusual payouts of this run are undecided.');
    await expect(insertApproval(run)).rejects.toThrow('undecided');

    const [paid, out, held] = authors;
    expect((await decide(run, 'include', of(paid!.orgId))).status).toBe(200);
    expect((await world.approve(run)).body).toContain('2 unusual payouts');
    run = (await decide(run, 'carry', of(out!.orgId))).data.run;
    run = (await decide(run, 'hold', of(held!.orgId))).data.run;
    expect(await shown(run)).toMatchObject({ decisions_missing: 0 });

    // More than the included amount: after the new computation it must be decided again.
    await world.earn(paid!.orgId, 1_000n);
    run = (await world.post<RunResult>(world.preparer, `/finance/payout-runs/${run.id}/recompute`)).data;
    expect(await shown(run)).toMatchObject({ decisions_missing: 1 });
    const one = await world.approve(run);
    expect(one.body).toContain('1 unusual payout of this run is undecided.');
    await expect(insertApproval(run)).rejects.toThrow('undecided');
    await decide(run, 'include', { kind: 'first_payout' });
    expect((await world.approve(run)).data).toMatchObject({ state: 'approved' });
    await cancel(run);
  });

  it('does not apply to an ordinary run, or to a run computed before the policy', async () => {
    await policy('optional');
    const author = await world.author();
    await world.earn(author.orgId, 5_000n);
    const run = await world.prepared();
    await policy('required');
    expect(await shown(run)).toMatchObject({ decisions_missing: 0 });
    await world.approve(run);
    await world.execute(run);
    for (const payout of run.payouts.filter((one) => one.amount_minor !== '0')) await world.send(payout.id);
    // Everyone is paid the same amount again, so nothing is unusual.
    for (const payout of run.payouts.filter((one) => one.amount_minor !== '0'))
      await world.earn(payout.org_id, BigInt(payout.amount_minor));
    const next = await world.prepared();
    expect(await shown(next)).toMatchObject({ decisions_missing: 0 });
    expect((await world.approve(next)).data).toMatchObject({ state: 'approved' });
    await cancel(next);
  });
});
