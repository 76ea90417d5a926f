import { parseStatement, verifyStatements } from '@portal/statement-proof';
import { MoneyWorld, type PaidAuthor } from '../support/money/money-world.js';
import { nameOperator } from '../support/money/two-months.js';

const world = MoneyWorld.forTests();
beforeAll(() => nameOperator(world));

const FORMS = ['csv', 'json', 'pdf'] as const;
async function files(author: PaidAuthor, id: string): Promise<string[]> {
  return Promise.all(FORMS.map((form) => world.file(author.session, `/author/statements/${id}/${form}`)));
}

describe('Case 27: a statement made again later is the same, byte for byte', () => {
  it('it stays so after later months, late payments, refunds and runs, and its total is transfer and carry', async () => {
    const [late, punctual] = ['0190a000-0000-7000-8000-00000000aaaa', '0190a000-0000-7000-8000-00000000bbbb'];
    const author = await world.author({ name: 'Søren & Łódź' });
    await world.segment({ orgId: author.orgId, from: '2026-01-03T10:00:00Z', amount: 9_900n, tenantId: punctual });
    await world.segment({
      orgId: author.orgId,
      from: '2026-01-20T00:00:07Z',
      to: '2026-02-09T11:11:11Z',
      amount: 4_900n,
      tenantId: late,
    });
    await world.post(author.session, '/author/tax-profile', {
      legal_name: 'Søren ApS',
      address: 'Nygade 1\n1000 København',
      country: 'DK',
      vat_id: 'DK13585628',
      vat_treatment: 'reverse_charge',
      self_billing_consent: true,
    });
    const run = await world.month('2026-01', { except: [late] });
    const { id } = await world.statementOf(author, '2026-01');
    const before = await files(author, id);

    // The late tenant pays January in February; a refund; another name; another run; then a third month.
    await world.pay('2026-01', { tenantId: late });
    await world.book(author, 'refund', 'refund', -777n, 'refund:re_1');
    await world.query(`update authors.organizations set name = 'Renamed Inc' where id = $1`, [author.orgId]);
    await world.post(author.session, '/author/tax-profile', {
      revision: (await world.read<{ revision: string }>(author.session, '/author/tax-profile')).data.revision,
      legal_name: 'Renamed Inc',
      address: 'Elsewhere 2',
      country: 'DK',
      vat_treatment: 'not_registered',
      self_billing_consent: true,
    });
    await world.month('2026-02');
    await world.book(author, 'dispute_opened', 'dispute', -50n, 'dispute:dp_1:opened');
    await world.month('2026-03');

    const after = await files(author, id);
    expect(after.map((text) => text.length)).toEqual(before.map((text) => text.length));
    expect(after).toEqual(before);
    expect(before[2]!.startsWith('%PDF-')).toBe(true);
    expect(before[1]!).toContain('Søren & Łódź');

    const statements = await Promise.all(
      ['2026-01', '2026-02', '2026-03'].map(async (month) => {
        const of = await world.statementOf(author, month);
        return parseStatement(await world.file(author.session, `/author/statements/${of.id}/json`));
      }),
    );
    const [newest] = await world.roots();
    const verdicts = verifyStatements(
      statements.map((document) => ({ name: document.statement.month, document })),
      [newest!.root],
    );
    expect(
      verdicts.flatMap(({ file, checks }) =>
        checks.filter(({ ok }) => !ok).map(({ code, detail }) => [file, code, detail]),
      ),
    ).toEqual([]);

    const [january, february, march] = statements.map(({ statement }) => statement) as [
      (typeof statements)[0]['statement'],
      (typeof statements)[0]['statement'],
      (typeof statements)[0]['statement'],
    ];
    const payout = run.payouts.find((one) => one.org_id === author.orgId)!;
    expect(january).toMatchObject({ paid_minor: payout.amount_minor, carried_minor: '0', outcome: 'paid' });
    expect(BigInt(january.paid_minor) + BigInt(january.carried_minor) + BigInt(january.held_minor)).toBe(
      BigInt(january.closing_minor),
    );
    expect(statements[0]!.pending.map((line) => line.month)).toEqual(['2026-01']);
    // The payment that came late is in February's statement, with January's line and its arithmetic.
    expect(statements[1]!.lines.map((line) => line.month).sort()).toEqual(['2026-01', '2026-02', '2026-02']);
    expect(statements[1]!.entries).toMatchObject([{ kind: 'refund', source_id: 're_1', amount_minor: '-777' }]);
    expect(february.opening_minor).toBe('0');
    expect(statements[2]!.entries).toMatchObject([{ kind: 'dispute_opened', amount_minor: '-50' }]);
    expect([january, february, march].map((one) => one.self_billing_number!.slice(-6))).toEqual([
      '000001',
      '000002',
      '000003',
    ]);
  });

  it('its total includes amounts on hold and carried, and a transfer that is returned later changes no byte', async () => {
    const [held, small] = [await world.author({ name: 'Held in part' }), await world.author({ name: 'Too small' })];
    const placed = await world.post(world.preparer, '/finance/payout-holds', {
      org_id: held.orgId,
      kind: 'manual',
      basis_points: 3_333,
      reason: 'We are looking at your account.',
    });
    expect(placed.status).toBe(201);
    const ends = { from: '2026-04-01T00:00:00Z', to: '2026-05-01T00:00:00Z' };
    await world.segment({ orgId: held.orgId, amount: 10_001n, ...ends });
    await world.segment({ orgId: small.orgId, amount: 1_001n, ...ends });
    const run = await world.month('2026-04');
    const transfersOf = async (author: PaidAuthor) => {
      const payout = run.payouts.find((one) => one.org_id === author.orgId)!;
      return (await world.stripe.transfers.list({ transfer_group: `po_${payout.id}` })).data;
    };
    const before: string[][] = [];
    for (const [author, paid] of [
      [held, true],
      [small, false],
    ] as const) {
      const { id } = await world.statementOf(author, '2026-04');
      before.push(await files(author, id));
      const { statement } = parseStatement(await world.file(author.session, `/author/statements/${id}/json`));
      const transferred = (await transfersOf(author)).reduce((sum, one) => sum + BigInt(one.amount), 0n);
      expect([transferred > 0n, statement.paid_minor]).toEqual([paid, transferred.toString()]);
      expect(transferred + BigInt(statement.carried_minor) + BigInt(statement.held_minor)).toBe(
        BigInt(statement.closing_minor),
      );
      expect(statement.closing_minor).toBe(author === held ? '7001' : '701');
    }
    const [made] = await transfersOf(held);
    await world.stripe.transfers.createReversal(made!.id, { amount: 1_000 });
    await world.segment({
      orgId: small.orgId,
      amount: 9_900n,
      from: '2026-05-01T00:00:00Z',
      to: '2026-06-01T00:00:00Z',
    });
    await world.month('2026-05');
    const after: string[][] = [];
    for (const author of [held, small])
      after.push(await files(author, (await world.statementOf(author, '2026-04')).id));
    expect(after).toEqual(before);
  });

  it('an altered line is reported instead of another statement', async () => {
    const author = await world.author();
    await world.segment({
      orgId: author.orgId,
      from: '2026-06-01T00:00:00Z',
      to: '2026-07-01T00:00:00Z',
      amount: 5_000n,
    });
    await world.month('2026-06');
    const { id } = await world.statementOf(author, '2026-06');
    await world.file(author.session, `/author/statements/${id}/json`);
    await (
      await world.owner()
    ).query(
      `alter table billing.invoice_lines disable trigger user; update billing.invoice_lines set author_share = author_share + 1, platform_share = platform_share - 1 where org_id = '${author.orgId}'; alter table billing.invoice_lines enable trigger user`,
    );
    const answer = await world.read(author.session, `/author/statements/${id}`);
    expect([answer.status, answer.error]).toEqual([409, 'statement_altered']);
    for (const form of FORMS)
      expect((await world.read(author.session, `/author/statements/${id}/${form}`)).error).toBe('statement_altered');
  });
});
