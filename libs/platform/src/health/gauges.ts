interface GaugeDef {
  /** Name in Prometheus' format, starting with `portal_`. */
  readonly name: string;
  readonly help: string;
  /**
   * Without `labels`, the query returns one value. With them it returns rows of `label` and `value`; a listed label
   * value without a row counts 0, and without `values` the rows define them. Must stay cheap at any table size: use an
   * index over the few relevant rows.
   */
  readonly sql: string;
  readonly labels?: { readonly name: string; readonly values?: readonly string[] };
}

const known = new Map<string, GaugeDef>();

/**
 * Declares a metric of the product, which the api publishes at `/metrics` (docs/runbooks/metrics.md).
 * @throws Error for an invalid or duplicate name.
 */
export function defineGauge(gauge: GaugeDef): void {
  if (!/^portal_[a-z_]+$/.test(gauge.name)) throw new Error(`gauge name ${gauge.name} is not portal_…`);
  if (known.has(gauge.name)) throw new Error(`gauge ${gauge.name} is declared twice`);
  known.set(gauge.name, gauge);
}

/** Every gauge declared so far, by name. */
export function gaugeCatalogue(): GaugeDef[] {
  return [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One statement that reads all `gauges`: rows of name, label (null without) and value. */
export function gaugesSql(gauges: readonly GaugeDef[]): string {
  return gauges
    .map(({ name, sql, labels }) =>
      labels
        ? `select '${name}' as name, g.label::text as label, g.value::float8 as value from (${sql}) g`
        : `select '${name}' as name, null::text as label, (${sql})::float8 as value`,
    )
    .join('\nunion all\n');
}

const QUEUES = { name: 'queue', values: ['events', 'drives', 'money'] };
const SECONDS_SINCE = (at: string): string => `coalesce(extract(epoch from clock_timestamp() - ${at}), 0)`;

defineGauge({
  name: 'portal_outbox_waiting',
  help: 'Events that no worker has taken over yet',
  sql: 'select count(*) from platform.outbox_events where relayed_at is null',
});
defineGauge({
  name: 'portal_outbox_lag_seconds',
  help: 'Age of the oldest event that no worker has taken over yet',
  sql: `select ${SECONDS_SINCE('min(created_at)')} from platform.outbox_events where relayed_at is null`,
});
defineGauge({
  name: 'portal_queue_waiting',
  help: 'Deliveries that wait or are worked on, by queue, also those planned for later',
  labels: QUEUES,
  sql: `select lane as label, count(*) as value from platform.deliveries where state = 'pending' group by lane`,
});
defineGauge({
  name: 'portal_queue_oldest_due_seconds',
  help: 'For how long the delivery that is overdue longest has been due, by queue',
  labels: QUEUES,
  sql: `select lane as label, ${SECONDS_SINCE('min(next_attempt_at)')} as value from platform.deliveries
    where state = 'pending' and next_attempt_at <= clock_timestamp() group by lane`,
});
defineGauge({
  name: 'portal_queue_failed',
  help: 'Deliveries that have failed until a person retries them, by queue',
  labels: QUEUES,
  sql: `select lane as label, count(*) as value from platform.deliveries where state = 'failed' group by lane`,
});
defineGauge({
  name: 'portal_schedule_late_seconds',
  help: 'For how long a scheduled job should have begun, or begun again, by schedule',
  labels: { name: 'schedule' },
  sql: `select job as label, greatest(0, extract(epoch from platform.portal_now() - next_at)) as value
    from platform.job_schedules where next_at is not null`,
});
defineGauge({
  name: 'portal_sealed_under_older_keys',
  help: 'Sealed values that another key than the newest of KEYRING seals, by the column that holds them',
  labels: {
    name: 'column',
    values: [
      'identity.totp_factors.seed',
      'installs.installs.scoped_token',
      'installs.setting_secrets.sealed',
      'platform.idempotency_keys.body',
      'platform.mail_messages.sealed_token',
      'secrets.signing_keys.sealed',
      'webhooks.secrets.sealed',
    ],
  },
  sql: 'select store as label, older as value from platform.sealed_counts',
});
defineGauge({
  name: 'portal_workers_live',
  help: 'Workers that run',
  sql: `select count(*) from platform.workers
    where lost_at is null and lease_until > clock_timestamp() and platform.worker_lock_held(no)`,
});
defineGauge({
  name: 'portal_table_bytes',
  help: 'Size of a table with its indexes, of the twenty largest',
  labels: { name: 'table' },
  sql: `select n.nspname || '.' || c.relname as label, pg_total_relation_size(c.oid) as value
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 2 desc, 1 limit 20`,
});
