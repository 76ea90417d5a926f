import { randomUUID } from 'node:crypto';
import type { ApprovalDetailView } from '@portal/approvals';
import { Billing } from '@portal/billing';
import { CloseMonth } from '../../libs/billing/src/invoicing/close-month.js';
import { OpenSegment } from '../../libs/billing/src/segments/open-segment.js';
import type {
  AuthorShareView,
  SharePreviewView,
} from '../../libs/billing/src/policies/revenue-share-overrides.view.js';
import { MoneyWorld, type PaidAuthor } from '../support/money/money-world.js';

describe('Revenue-share overrides: of an author or a Drive, by two people, from a month on', () => {
  const world = MoneyWorld.forTests();
  let author: PaidAuthor;
  let driveId: string;
  let months: string[];

  beforeAll(async () => {
    author = await world.author({ name: 'Ada Inc', account: 'none' });
    [{ id: driveId }] = (await world.query<{ id: string }>(
      'select id from authors.drive_reservations where org_id = $1',
      [author.orgId],
    )) as [{ id: string }];
    // Not in the last hour of a month: the next month has to stay the next one until the end.
    await world.query(
      `update platform.test_clock set offset_ms = offset_ms + 3600000
       where date_trunc('month', platform.portal_now() at time zone 'UTC') <> date_trunc('month', platform.portal_now() at time zone 'UTC' + interval '1 hour')`,
    );
    const [{ now }] = (await world.query<{ now: Date }>('select platform.portal_now() as now')) as [{ now: Date }];
    months = Array.from({ length: 4 }, (_, ahead) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 7),
    );
  });

  const propose = (body: object, as = world.preparer) =>
    world.post<ApprovalDetailView>(as, '/finance/revenue-share-overrides', {
      reason: 'Agreed by contract',
      ...body,
    });
  const approve = ({ id, digest }: ApprovalDetailView, as = world.approver) =>
    world.post<ApprovalDetailView>(as, `/approvals/${id}/approve`, { digest });
  async function agree(body: object): Promise<void> {
    const { data } = await propose(body);
    expect((await approve(data)).data).toMatchObject({ state: 'approved' });
  }
  const install = async (activatedAt: Date, drive: string = randomUUID()) => {
    const installId = randomUUID();
    await world.get(OpenSegment).execute({
      eventId: randomUUID(),
      installId,
      tenantId: randomUUID(),
      ventureId: randomUUID(),
      driveId: drive,
      orgId: author.orgId,
      priceId: randomUUID(),
      amountMinor: 1_000n,
      currency: 'usd',
      activatedAt,
    });
    return installId;
  };
  const begins = (month: number) => new Date(`${months[month]!}-01T00:00:00Z`);

  it.each([
    [
      'a month that has begun',
      () => ({ org_id: author.orgId, basis_points: 8_000, month: months[0] }),
      409,
      'share_month_begun',
    ],
    ['neither author nor Drive', () => ({ basis_points: 8_000, month: months[1] }), 400, 'invalid_request'],
    [
      'both',
      () => ({ org_id: author.orgId, drive_id: driveId, basis_points: 1, month: months[1] }),
      400,
      'invalid_request',
    ],
    [
      'an unknown author',
      () => ({ org_id: randomUUID(), basis_points: 1, month: months[1] }),
      404,
      'share_scope_unknown',
    ],
    [
      'an unknown Drive',
      () => ({ drive_id: randomUUID(), basis_points: 1, month: months[1] }),
      404,
      'share_scope_unknown',
    ],
    [
      'more than everything',
      () => ({ org_id: author.orgId, basis_points: 10_001, month: months[1] }),
      400,
      'invalid_request',
    ],
    [
      'parts of a basis point',
      () => ({ org_id: author.orgId, basis_points: 0.5, month: months[1] }),
      400,
      'invalid_request',
    ],
    ['no share', () => ({ org_id: author.orgId, month: months[1] }), 400, 'invalid_request'],
    ['no month', () => ({ org_id: author.orgId, basis_points: 1, month: '2031-13' }), 400, 'invalid_request'],
  ])('refuse %s', async (_name, body, status, error) => {
    const answer = await propose(body());
    expect([answer.status, answer.error]).toEqual([status, error]);
  });

  it('need two people, allow one open proposal, and begin after those that are approved', async () => {
    const { status, data: first } = await propose({ org_id: author.orgId, basis_points: 8_000, month: months[1] });
    expect([status, first]).toMatchObject([
      201,
      { title: `Share of Ada Inc: 80 % from ${months[1]!}`, state: 'waiting', blocked_by: 'proposed_by_you' },
    ]);
    expect(first.effects[0]).toContain('80 % instead of 70 %');
    expect((await propose({ org_id: author.orgId, basis_points: 8_500, month: months[3] })).error).toBe(
      'approval_open',
    );
    expect((await approve(first, world.preparer)).error).toBe('approval_same_person');
    const [one, two] = await Promise.all([approve(first), approve(first)]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const { data: late } = await propose({ org_id: author.orgId, basis_points: 100, month: months[1] });
    expect((await approve(late)).error).toBe('share_out_of_order');
    expect((await world.post(world.approver, `/approvals/${late.id}/refuse`, { reason: 'Too late' })).status).toBe(200);
  });

  it('have a preview of their effect on an amount, which refuses what could not be proposed', async () => {
    const preview = (query: string, as = world.preparer) =>
      world.read<SharePreviewView>(as, `/finance/revenue-share-overrides/preview?${query}`);
    const driveOf = await preview(`drive_id=${driveId}&basis_points=5000&month=${months[1]!}&amount_minor=5`);
    // 80 % of 0.05 is agreed for the author already; half a cent goes to the author.
    expect(driveOf.data).toEqual({
      from: begins(1).toISOString(),
      amount_minor: '5',
      currency: 'usd',
      before: { basis_points: 8_000, author_minor: '4', platform_minor: '1' },
      after: { basis_points: 5_000, author_minor: '3', platform_minor: '2' },
      running_installs: 0,
      drives_with_own: 0,
    });
    const ended = await preview(`org_id=${author.orgId}&month=${months[1]!}`);
    expect([ended.data.amount_minor, ended.data.before.basis_points, ended.data.after]).toEqual([
      '10000',
      8_000,
      { basis_points: 7_000, author_minor: '7000', platform_minor: '3000' },
    ]);
    for (const [query, status] of [
      [`month=${months[1]!}`, 400],
      [`org_id=${author.orgId}&drive_id=${driveId}&month=${months[1]!}`, 400],
      [`org_id=${author.orgId}&basis_points=10001&month=${months[1]!}`, 400],
      [`org_id=${author.orgId}&month=2031-13`, 400],
      [`org_id=${randomUUID()}&month=${months[1]!}`, 404],
      [`drive_id=${randomUUID()}&month=${months[1]!}`, 404],
    ] as const)
      expect([query, (await preview(query)).status]).toEqual([query, status]);
    expect((await preview(`org_id=${author.orgId}&month=${months[1]!}`, author.session)).status).toBe(403);
  });

  it('apply to later installs, a Drive’s before its author’s, and end', async () => {
    await agree({ drive_id: driveId, basis_points: 5_000, month: months[1] });
    await agree({ org_id: author.orgId, basis_points: null, month: months[2] });
    const ids = [
      await install(new Date(begins(1).getTime() - 1)),
      await install(begins(1)),
      await install(begins(1), driveId),
      await install(begins(2)),
      await install(begins(2), driveId),
    ];
    const rows = await world.query<{ install_id: string; author_bps: number }>(
      'select install_id, author_bps from billing.install_segments where install_id = any($1::uuid[])',
      [ids],
    );
    expect(ids.map((id) => rows.find((row) => row.install_id === id)!.author_bps)).toEqual([
      7_000, 8_000, 5_000, 7_000, 5_000,
    ]);
    const preview = await world.read<SharePreviewView>(
      world.preparer,
      `/finance/revenue-share-overrides/preview?org_id=${author.orgId}&basis_points=9000&month=${months[2]!}`,
    );
    // The author's own share ends with that month; its Drive's continues and takes precedence.
    expect(preview.data).toMatchObject({
      before: { basis_points: 7_000 },
      after: { basis_points: 9_000 },
      running_installs: 5,
      drives_with_own: 1,
    });
    // Its author sees the override, nobody else does.
    const shares = async (who: PaidAuthor) => {
      const answer = await world.read<{ items: AuthorShareView[] }>(who.session, '/author/revenue-shares');
      expect([answer.status, answer.error]).toEqual([200, undefined]);
      return answer;
    };
    const of = async (who: PaidAuthor) => (await shares(who)).data.items.map((row) => [row.scope, row.basis_points]);
    expect(await of(author)).toEqual([
      ['drive', 5_000],
      ['author', 8_000],
      ['everybody', 7_000],
    ]);
    expect(await of(await world.author({ name: 'Other Inc', account: 'none' }))).toEqual([['everybody', 7_000]]);
    // Two months later: whole months of 10.00, each at its own share, running together.
    await world.query('update platform.test_clock set offset_ms = offset_ms + $1', [
      begins(3).getTime() - Date.now() + 60_000,
    ]);
    for (const month of months.slice(0, 3)) {
      expect((await world.post(world.preparer, `/finance/periods/${month}/close`)).status).toBeLessThan(300);
      await world.get(CloseMonth).execute(month);
    }
    const asked = [{ orgId: author.orgId, month: months[2]!, invoiceIds: [] }];
    const lines = (await world.get(Billing).linesOfAuthors(asked))[0]!;
    expect(
      ids
        .map((id) => lines.find((line) => line.installId === id)!)
        .map((line) => [line.authorBps, line.grossMinor, line.authorMinor]),
    ).toEqual([
      [7_000, 1_000n, 700n],
      [8_000, 1_000n, 800n],
      [5_000, 1_000n, 500n],
      [7_000, 1_000n, 700n],
      [5_000, 1_000n, 500n],
    ]);
  });

  it('are written only as approved, whoever writes', async () => {
    const asApp = async (sql: string) => {
      await world.query('set role portal_app');
      return world.query(sql).finally(() => world.query('reset role'));
    };
    const refused = (name: string) => ({ driverError: expect.objectContaining({ constraint: name }) as object });
    await expect(
      asApp(
        `insert into billing.split_rules (author_bps, valid_from, org_id) values (9900, '2090-01-01T00:00:00Z', '${randomUUID()}')`,
      ),
    ).rejects.toMatchObject(refused('split_rules_by_approval'));
    await expect(
      asApp(
        `update billing.split_rules set valid_to = '2090-01-01T00:00:00Z' where valid_to is null and num_nonnulls(org_id, drive_id) > 0`,
      ),
    ).rejects.toMatchObject(refused('split_rules_by_approval'));
    // Everybody's, without another one that follows.
    await expect(
      asApp(`update billing.split_rules set valid_to = '2090-01-01T00:00:00Z' where valid_to is null`),
    ).rejects.toMatchObject(refused('split_rules_by_approval'));
  });
});
