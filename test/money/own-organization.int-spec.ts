import { PayoutWorld, type PaidAuthor } from '../support/money/payout-world.js';

const world = PayoutWorld.forTests();
const own = [403, 'own_organization'];
const outcome = ({ status, error }: { status: number; error?: string }): unknown[] => [status, error];

/** The approver becomes a member, also of an organisation that is not theirs for long any more. */
async function joins(as: string, { orgId }: PaidAuthor, leftDaysAgo?: number): Promise<void> {
  const { id } = (await world.read<{ user: { id: string } }>(as, '/me')).data.user;
  await world.query(
    `insert into authors.organization_members (org_id, user_id, joined_at, left_at)
     values ($1, $2, platform.portal_now() - interval '400 days', platform.portal_now() - make_interval(days => $3))`,
    [orgId, id, leftDaysAgo ?? null],
  );
}

it('a run that others approved is not executed by a member of one of its organisations', async () => {
  const author = await world.author();
  await world.earn(author.orgId, 9_200n);
  const run = await world.approved();
  await joins(world.preparer, author);
  expect(outcome(await world.execute(run))).toEqual(own);
  const by = await world.post(world.approver, `/finance/payout-runs/${run.id}/execute`);
  expect(by.status).toBe(202);
});

it('a person of finance neither places nor ends a hold, approves nor executes a run of their own organisation', async () => {
  const author = await world.author();
  await world.earn(author.orgId, 9_100n);
  const hold = { org_id: author.orgId, kind: 'manual', basis_points: 1_000, reason: 'Looked at by others.' };
  const placed = await world.post<{ id: string }>(world.preparer, '/finance/payout-holds', hold);
  const run = await world.prepared();
  await joins(world.approver, author, 179);
  expect(outcome(await world.post(world.approver, '/finance/payout-holds', hold))).toEqual(own);
  const ending = await world.post(world.approver, `/finance/payout-holds/${placed.data.id}/end`, { reason: 'Fine.' });
  expect(outcome(ending)).toEqual(own);
  expect(outcome(await world.approve(run))).toEqual(own);
});
