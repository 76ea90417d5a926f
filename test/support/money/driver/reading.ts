import type { Client } from 'pg';

/** Gives the name of an id. */
export type NameOf = (id: string) => string;

/**
 * Reads rows: instants as ISO text, the ids in the columns of `named` as names. The columns are selected in the order of
 * the result's members.
 */
export type Read = <T>(sql: string, params?: unknown[], named?: Record<string, NameOf>) => Promise<T[]>;

export const readerOf =
  (owner: Client): Read =>
  async <T>(sql: string, params: unknown[] = [], named: Record<string, NameOf> = {}) => {
    const { rows } = await owner.query<Record<string, unknown>>(sql, params);
    const shown = (column: string, value: unknown): unknown => {
      if (value instanceof Date) return value.toISOString();
      return typeof value === 'string' && named[column] ? named[column](value) : value;
    };
    return rows.map(
      (row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, shown(key, value)])) as T,
    );
  };

/** Sorted by these members, byte by byte; null comes first. */
export function sorted<T extends object>(rows: readonly T[], ...members: (keyof T)[]): T[] {
  const text = (row: T, member: keyof T): string => {
    const value: unknown = row[member];
    return typeof value === 'string' ? value : JSON.stringify(value ?? '');
  };
  return [...rows].sort((a, b) => {
    const differs = members.find((member) => text(a, member) !== text(b, member));
    return differs === undefined ? 0 : text(a, differs) < text(b, differs) ? -1 : 1;
  });
}

/** Names of owners, and of the sources of postings: what they are about. */
export interface ResultNames {
  owner: NameOf;
  source: NameOf;
}

export async function readNames(read: Read, owner: NameOf): Promise<ResultNames> {
  const sources = new Map<string, string>();
  const add = async (sql: string): Promise<void> => {
    for (const { id, subject, rest } of await read<{ id: string; subject: string; rest: string }>(sql))
      sources.set(id, `${owner(subject)}${rest}`);
  };
  await add(`select id, tenant_id as subject, to_char(month, ' YYYY-MM ') || currency as rest from billing.invoices`);
  await add(`select p.id, p.org_id as subject, ' ' || r.month || ' ' || p.currency as rest from payouts.payouts p
    join payouts.payout_runs r on r.id = p.run_id`);
  // Disputes are identified by the provider's id.
  await add(`select id, provider_dispute_id as subject, '' as rest from billing.disputes`);
  // What the engine itself creates has no name in the scenario.
  await add(`select id, listing_id as subject, to_char(month, ' YYYY-MM') as rest from billing.listing_fees`);
  await add(`select id, org_id as subject, to_char(starts_at at time zone 'UTC', ' YYYY-MM-DD') as rest
    from payouts.payout_holds where automatic`);
  await add(`select id, number as subject, '' as rest from billing.credit_notes`);
  return { owner, source: (id) => sources.get(id) ?? owner(id) };
}
