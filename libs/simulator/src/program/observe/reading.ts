/** A connection without row-level restrictions. */
export interface Reader {
  query(sql: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Maps an id to its name in the scenario, or to itself when a real database is read. */
export type NameOf = (id: string) => string;

/** Months to read, from first to last, both `YYYY-MM`. */
export interface Range {
  readonly first: string;
  readonly last: string;
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function sorted<T>(rows: readonly T[], ...keys: ((row: T) => string)[]): T[] {
  return [...rows].sort((a, b) => {
    for (const key of keys) {
      const order = byText(key(a), key(b));
      if (order !== 0) return order;
    }
    return 0;
  });
}

export type Read = <T>(sql: string, params?: unknown[]) => Promise<T[]>;

/** Converts ids to text: owners to names, sources of postings to what they are about. */
export interface Names {
  owner: NameOf;
  source: NameOf;
}

/** What a posting is about, by names. */
export async function readNames(read: Read, nameOf: NameOf): Promise<Names> {
  const invoiceRows = await read<{ id: string; tenant_id: string; month: string; currency: string }>(
    `select id, tenant_id, to_char(month, 'YYYY-MM') as month, currency from billing.invoices`,
  );
  const payoutRows = await read<{ id: string; org_id: string; month: string; currency: string }>(
    'select p.id, p.org_id, r.month, p.currency from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id',
  );
  const sources = new Map([
    ...invoiceRows.map((row): [string, string] => [row.id, `${nameOf(row.tenant_id)} ${row.month} ${row.currency}`]),
    ...payoutRows.map((row): [string, string] => [row.id, `${nameOf(row.org_id)} ${row.month} ${row.currency}`]),
  ]);
  // Disputes are identified by the provider's id.
  const disputeRows = await read<{ id: string; provider_dispute_id: string }>(
    'select id, provider_dispute_id from billing.disputes',
  );
  for (const row of disputeRows) sources.set(row.id, nameOf(row.provider_dispute_id));
  // Objects created by the engine itself have no name in the scenario; they are described by what they are about.
  const madeRows = await read<{ id: string; subject: string; rest: string }>(
    `select id, listing_id as subject, to_char(month, 'YYYY-MM') as rest from billing.listing_fees
     union all select id, org_id, to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') from payouts.payout_holds where automatic`,
  );
  for (const { id, subject, rest } of madeRows) sources.set(id, `${nameOf(subject)} ${rest}`);
  const noteRows = await read<{ id: string; number: string }>('select id, number from billing.credit_notes');
  for (const { id, number } of noteRows) sources.set(id, number);
  return { owner: nameOf, source: (id) => sources.get(id) ?? nameOf(id) };
}
