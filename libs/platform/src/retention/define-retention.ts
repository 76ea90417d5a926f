import type { Config } from '../config/config.js';

/** Rows that are deleted some time after they were of use; those of other tables are kept. */
export interface Retention {
  /** With its schema. Rows of others that refer to it go with it by `on delete cascade`. */
  readonly table: string;
  /** Since when the days count: an instant of the row, in SQL, which begins an index. */
  readonly since: string;
  readonly days: number | ((config: Config) => number);
  /** The instant is of business time, not of the database's clock. */
  readonly business?: true;
  /** Which rows go, in SQL, where not all do; the row is `t`. */
  readonly when?: string;
}

const known: Retention[] = [];

/** Declares when rows of the lib's own tables are deleted, by `platform.purge-old` (docs/retention.md). */
export function defineRetention(...rules: readonly Retention[]): void {
  known.push(...rules);
}

/** Every rule declared so far, by table. */
export function retentionRules(): Retention[] {
  return [...known].sort((a, b) => (a.table < b.table ? -1 : 1));
}

/** Deletes at most $2 rows that have been there for $1 days. */
export function deletionSql({ table, since, business, when = 'true' }: Retention): string {
  const now = business ? 'platform.portal_now()' : 'clock_timestamp()';
  return `delete from ${table} where ctid = any(array(select t.ctid from ${table} t
    where ${since} <= (select ${now}) - make_interval(days => $1) and ${when} limit $2)) returning 1 as gone`;
}
