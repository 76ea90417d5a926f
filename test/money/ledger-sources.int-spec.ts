import { randomUUID } from 'node:crypto';
import type { MoneyWorld } from '../support/money/money-world.js';
import { startPlayedMonths, type PlayedMonths } from '../support/money/played-months.js';

interface Source {
  title: string;
  page: string | null;
  transfers: string[];
  facts: { name: string; text: string | null; amount_minor: string | null; page: string | null }[];
}

let world: MoneyWorld;
let played: PlayedMonths;
beforeAll(async () => {
  ({ world, played } = await startPlayedMonths());
});
afterAll(() => world.close());

const source = (type: string, id: string) => world.get<Source>(world.preparer, `/finance/ledger/sources/${type}/${id}`);

describe('the source of a ledger entry', () => {
  it('is given for everything that was booked in two months of every kind of business', async () => {
    const sources = await world.query<{ type: string; id: string }>(
      `select distinct source_type as type, source_id as id from ledger.ledger_tx where source_type <> 'author_shares'`,
    );
    expect([...new Set(sources.map(({ type }) => type))].sort()).toEqual(
      expect.arrayContaining(['credit_note', 'dispute', 'invoice', 'listing_fee', 'payout', 'payout_hold', 'refund']),
    );
    for (const { type, id } of sources) {
      const { status, data } = await source(type, id);
      expect([type, status]).toEqual([type, 200]);
      expect(data.title.length).toBeGreaterThan(5);
      expect(data.facts.length).toBeGreaterThan(1);
      expect(data.page ?? '/finance/').toMatch(/^\/finance\//);
    }
  });

  it('has the transfer at the processor of a payout, its run and its statement', async () => {
    const [paid] = await world.query<{ id: string; run_id: string; amount: string; transfer_id: string }>(
      `select p.id, p.run_id, p.amount, a.transfer_id from payouts.payouts p join payouts.payout_attempts a on a.payout_id = p.id and a.state = 'accepted'
       where p.org_id = $1 order by p.id limit 1`,
      [played.ada.orgId],
    );
    const { data } = await source('payout', paid!.id);
    expect(data).toMatchObject({ page: `/finance/runs/${paid!.run_id}`, transfers: [paid!.transfer_id] });
    expect(data.facts).toContainEqual(expect.objectContaining({ name: 'To pay', amount_minor: paid!.amount }));
    expect(data.facts).toContainEqual(expect.objectContaining({ page: `/finance/statements/${paid!.id}` }));
    const statement = await world.get(world.preparer, `/finance/statements/${paid!.id}`);
    expect(statement.status).toBe(200);
  });

  it('is given with hostile names as they are, and is absent for an invalid entry', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    await world.query('update authors.organizations set name = $2 where id = $1', [played.ada.orgId, hostile]);
    const [hold] = await world.query<{ id: string }>('select id from payouts.payout_holds where org_id = $1 limit 1', [
      played.ada.orgId,
    ]);
    expect((await source('payout_hold', hold!.id)).data.title).toBe(`Hold on ${hostile}`);
    for (const [type, id] of [
      ['payout', randomUUID()],
      ['payout', 'x'],
      ['recovery', "' or 1=1 --"],
      ['nothing', randomUUID()],
    ] as const)
      expect((await source(type, encodeURIComponent(id))).error).toBe('ledger_source_not_found');
    expect((await world.get(played.ada.session, `/finance/ledger/sources/payout_hold/${hold!.id}`)).status).toBe(403);
  });
});
