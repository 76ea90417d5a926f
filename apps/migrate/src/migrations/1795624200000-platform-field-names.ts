import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schema, name before, name now. */
const TABLES = [
  ['authors', 'departures', 'offboardings'],
  ['listings', 'sunsets', 'deprecations'],
  ['listings', 'review_holds', 'review_claims'],
  ['listings', 'report_shares', 'report_links'],
  ['secrets', 'rehearsals', 'dry_runs'],
  ['secrets', 'rehearsal_probes', 'dry_run_probes'],
] as const;
const FUNCTIONS = [
  ['authors', 'application_standing', 'application_verdicts'],
  ['authors', 'departure_kept', 'offboarding_kept'],
  ['billing', 'invoice_given_up', 'invoice_written_off'],
  ['listings', 'hold_after_appeal', 'claim_after_appeal'],
  ['listings', 'review_standing', 'review_verdicts'],
  ['listings', 'sunsets_kept', 'deprecations_kept'],
] as const;
const CONSUMERS = [
  ['payouts.follow-account', 'payouts.sync-payout-account'],
  ['payouts.follow-bank', 'payouts.sync-bank-payouts'],
  ['billing.follow-adjustment', 'billing.sync-adjustment'],
  ['billing.follow-billing-model', 'billing.sync-billing-model'],
  ['listings.follow-after-exception', 'listings.retry-sync-after-exception'],
  ['listings.follow-after-submission', 'listings.retry-sync-after-submission'],
  ['listings.follow-after-suspension', 'listings.retry-sync-after-suspension'],
  ['listings.follow-subprocessors-address', 'listings.sync-subprocessors-address'],
  ['installs.sunset-notice', 'installs.deprecation-notice'],
  ['installs.sunset-withdrawn', 'installs.deprecation-withdrawn'],
  ['secrets.run-rehearsal', 'secrets.run-rotation-dry-run'],
] as const;
const EVENTS = [
  ['manifest.held', 'manifest.deferred'],
  ['key_rehearsal.requested', 'rotation_dry_run.requested'],
  ['author.leaving', 'author.offboarding_announced'],
  ['author.stays', 'author.offboarding_withdrawn'],
] as const;
const PROBED = ['rehearsal_id', 'dry_run_id'] as const;

/**
 * Names of the field for what had words of our own (db/*\/tables.sql, functions). Renamed at once instead of in two
 * releases, because nothing has been released: no older version works on this database.
 */
export class FieldNames1795624200000 implements MigrationInterface {
  up(q: QueryRunner): Promise<void> {
    return rename(q, (names) => names);
  }

  down(q: QueryRunner): Promise<void> {
    return rename(q, ([from, to]) => [to, from]);
  }
}

type Pair = readonly [from: string, to: string];

async function rename(q: QueryRunner, ordered: (names: Pair) => Pair): Promise<void> {
  const [probedFrom, probedTo] = ordered(PROBED);
  for (const [schema, before, now] of TABLES) {
    const [from, to] = ordered([before, now]);
    await q.query(`alter table ${schema}.${from} rename to ${to}`);
    if (before === 'rehearsal_probes')
      await q.query(`alter table ${schema}.${to} rename column ${probedFrom} to ${probedTo}`);
    const renamed = (name: string): string => (to + name.slice(from.length)).replace(probedFrom, probedTo);
    for (const { name } of await constraintsOf(q, `${schema}.${to}`, from))
      await q.query(`alter table ${schema}.${to} rename constraint ${name} to ${renamed(name)}`);
    for (const { name } of await indexesOf(q, `${schema}.${to}`, from))
      await q.query(`alter index ${schema}.${name} rename to ${renamed(name)}`);
  }
  for (const [schema, before, now] of FUNCTIONS) {
    const [from, to] = ordered([before, now]);
    await q.query(`alter function ${schema}.${from} rename to ${to}`);
    await q.query('delete from platform.schema_files where path = $1', [`${schema}/functions/${from}.sql`]);
  }
  for (const [from, to] of CONSUMERS.map(ordered))
    await q.query('update platform.deliveries set consumer = $2 where consumer = $1', [from, to]);
  for (const [from, to] of EVENTS.map(ordered))
    await q.query('update platform.outbox_events set type = $2 where type = $1', [from, to]);
}

/** Names of the constraints of `table` that begin with `prefix`. */
function constraintsOf(q: QueryRunner, table: string, prefix: string): Promise<{ name: string }[]> {
  return q.query(
    `select conname as name from pg_constraint where conrelid = $1::regclass and starts_with(conname, $2) order by 1`,
    [table, prefix],
  ) as Promise<{ name: string }[]>;
}

/** The same for indexes, without those that a constraint has renamed with itself. */
function indexesOf(q: QueryRunner, table: string, prefix: string): Promise<{ name: string }[]> {
  return q.query(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and starts_with(c.relname, $2) order by 1`,
    [table, prefix],
  ) as Promise<{ name: string }[]>;
}
