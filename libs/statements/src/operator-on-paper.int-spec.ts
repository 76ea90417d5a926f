import { MoneyWorld } from '../../../test/support/money/money-world.js';
import { MakeExport } from './make-export.js';
import type { ExportView } from './http/statements.view.js';

const world = MoneyWorld.forTests();

const span = (month: string): { from: string; to: string } => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { from: `${month}-01T00:00:00Z`, to: new Date(Date.UTC(year, number, 1)).toISOString() };
};

describe('the operator named on documents', () => {
  const operator = { legal_name: '例 Ltd', address: 'Street 1\nTown', country: 'GB', tax_id: 'GB 980 7806 84' };

  it('is decided by two people, and is named on what is issued from then on and on nothing issued before', async () => {
    const [before, after] = ['2025-09', '2025-10'];
    const author = await world.author();
    const tenantId = '0190a000-0000-7000-8000-00000000dddd';
    for (const month of [before, after])
      await world.segment({ orgId: author.orgId, ...span(month), amount: 6_000n, tenantId });
    await world.month(before);
    const old = (await world.statementOf(author, before)).id;
    const csvOf = (id: string) => world.file(author.session, `/author/statements/${id}/csv`);
    const [oldCsv, oldPdf] = [await csvOf(old), await world.file(author.session, `/author/statements/${old}/pdf`)];
    expect(oldCsv).toContain('NOT SET: legal name, address');

    const propose = (value: object) =>
      world.post<{ id: string; digest: string }>(world.preparer, '/finance/policies/operator_identity/proposals', {
        value,
        valid_from: new Date().toISOString(),
        reason: 'So that invoices are valid',
      });
    expect((await propose({ ...operator, address: '' })).error).toBe('policy_value_invalid');
    expect((await propose({ ...operator, country: 'DE', tax_id: 'de 000000000' })).error).toBe('tax_id_invalid');
    const proposed = await propose(operator);
    expect(proposed.status).toBe(201);
    const [url, digest] = [`/approvals/${proposed.data.id}/approve`, { digest: proposed.data.digest }];
    expect((await world.post(world.preparer, url, digest)).error).toBe('approval_same_person');
    expect((await world.post(world.approver, url, digest)).status).toBe(200);
    await world.month(after);

    const fresh = (await world.statementOf(author, after)).id;
    expect(await csvOf(fresh)).toContain('operator');
    expect(await csvOf(fresh)).toContain('"例 Ltd, Street 1, Town, GB"');
    expect(await csvOf(fresh)).toContain('GB 980 7806 84');
    expect([await csvOf(old), await world.file(author.session, `/author/statements/${old}/pdf`)]).toEqual([
      oldCsv,
      oldPdf,
    ]);
    // The verified form does not change, because the operator is not part of it.
    expect(await world.file(author.session, `/author/statements/${fresh}/json`)).not.toContain('例 Ltd');

    const invoices = await world.query<{ id: string; month: string }>(
      `select id, to_char(month, 'YYYY-MM') as month from billing.invoices where tenant_id = $1 order by month`,
      [tenantId],
    );
    const sellers = await Promise.all(
      invoices.map(
        async ({ id }) =>
          (await world.read<{ seller: object | null }>(world.preparer, `/finance/invoices/${id}`)).data.seller,
      ),
    );
    expect(sellers).toEqual([null, operator]);
    for (const [month, seller] of [
      [before, 'NOT SET'],
      [after, '例 Ltd'],
    ]) {
      const asked = await world.post<ExportView>(world.preparer, '/finance/exports', {
        kind: 'invoices',
        format: 'json',
        month,
      });
      await world.get(MakeExport).execute(asked.data.id);
      const rows = JSON.parse(await world.file(world.preparer, `/finance/exports/${asked.data.id}/file`)) as object[];
      expect(rows).toContainEqual(expect.objectContaining({ seller }));
    }
  });
});
