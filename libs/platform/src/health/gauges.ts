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
  /** Least and greatest value while all is well, as an alert of deploy/prometheus/alerts.yml has it. */
  readonly limits?: readonly [least: number, most: number];
  /** Not cheap: only read when somebody checks the deployment. */
  readonly dear?: true;
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

/** Every gauge declared so far, by name; those that are not cheap only if asked for. */
export function gaugeCatalogue({ dear = false } = {}): GaugeDef[] {
  return [...known.values()].filter((gauge) => dear || !gauge.dear).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `label`: null without labels. */
export interface GaugeRow {
  name: string;
  label: string | null;
  value: number;
}

/** One statement that reads all `gauges`: `GaugeRow`s. */
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
  limits: [0, 60],
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
  limits: [0, 120],
  help: 'For how long the delivery that is overdue longest has been due, by queue',
  labels: QUEUES,
  sql: `select lane as label, ${SECONDS_SINCE('min(next_attempt_at)')} as value from platform.deliveries
    where state = 'pending' and next_attempt_at <= clock_timestamp() group by lane`,
});
defineGauge({
  name: 'portal_queue_failed',
  limits: [0, 0],
  help: 'Deliveries that have failed until a person retries them, by queue',
  labels: QUEUES,
  sql: `select lane as label, count(*) as value from platform.deliveries where state = 'failed' group by lane`,
});
defineGauge({
  name: 'portal_schedule_late_seconds',
  limits: [0, 120],
  help: 'For how long a scheduled job should have begun, or begun again, by schedule',
  labels: { name: 'schedule' },
  sql: `select job as label, greatest(0, extract(epoch from platform.portal_now() - next_at)) as value
    from platform.job_schedules where next_at is not null`,
});
defineGauge({
  name: 'portal_sealed_under_older_keys',
  limits: [0, 0],
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
  limits: [1, Infinity],
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
defineGauge({
  name: 'portal_claims_stranded',
  limits: [0, 0],
  help: 'Deliveries and jobs of workers that do not run them',
  sql: `select (select count(*) from platform.deliveries where state = 'pending' and claimed_by is not null
      and (platform.worker_is_lost(claimed_by) or enqueued_at < clock_timestamp() - interval '1 hour'))
    + (select count(*) from platform.job_schedules
      where started_at is not null and ended_at is null and worker_no is not null and platform.worker_is_lost(worker_no))`,
  dear: true,
});
