import type { Client } from 'pg';

/**
 * The content of every table of a portal, by its name, so that a change of any row shows.
 * @param apart tables that the comparison leaves out
 * @param columns those that a row may change without being another one
 */
export async function tableDigests(
  db: Client,
  apart: RegExp,
  columns: (table: string) => readonly string[],
): Promise<Record<string, string>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace::regnamespace::text !~ '^(pg_|information_schema|public)' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    if (apart.test(name)) continue;
    const { rows } = await db.query<{ digest: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(r, '' order by r)), '') as digest
       from (select (to_jsonb(t) - $1::text[])::text as r from ${name} t) rows`,
      [columns(name)],
    );
    found[name] = rows[0]!.digest;
  }
  expect(Object.keys(found).length).toBeGreaterThan(100);
  return found;
}
