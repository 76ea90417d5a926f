import { readFile, statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Config } from '../../config/config.js';
import { readVariables } from '../../config/variables.js';
import { bypassRowSecurity } from '../../database/scope/data-scope.js';
import { Database } from '../../database/database.js';
import { ClockOffset } from '../clock-offset.js';
import type { DeploymentCheckView } from '../doctor.view.js';
import { gaugeCatalogue, gaugesSql, type GaugeRow } from '../gauges.js';
import { Readiness } from '../readiness.js';

/** What is wrong; empty when nothing is. */
type Found = string | { readonly unchecked: string };
type Check = readonly [title: string, advice: string, find: () => Promise<Found>];

/** Checks whether a deployment is set up and runs as it should. A check has passed only when it was made. */
@Injectable()
export class Doctor {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly readiness: Readiness,
    private readonly offset: ClockOffset,
    private readonly clock: Clock,
  ) {}

  /** @param env the settings to check */
  execute(env: NodeJS.ProcessEnv = process.env): Promise<DeploymentCheckView[]> {
    const gauges = gaugeCatalogue({ dear: true }).filter(({ limits }) => limits);
    const read = (some: typeof gauges) => this.database.query<GaugeRow>(gaugesSql(some));
    let together: Promise<GaugeRow[]> | undefined;
    const checks: Check[] = [
      ['Settings are valid', 'Correct them by docs/configuration.md.', async () => (readVariables(env), '')],
      ['Node and PostgreSQL are new enough', 'Upgrade what is named.', () => this.versions()],
      ...this.redis(),
      ['Every part is ready', 'Follow docs/runbooks/restarts.md; run migrate.', () => this.parts()],
      ['The clock is within 30 s of the database’s', 'Synchronise both clocks (NTP).', () => this.clocks()],
      ...gauges.map((gauge): Check => {
        const [least, most] = gauge.limits!;
        const unit = gauge.name.endsWith('_seconds') ? ' s' : '';
        const title = `${gauge.help}: ${most === Infinity ? `at least ${least}` : `at most ${most}`}${unit}`;
        const find = async (): Promise<Found> => {
          // One that cannot be read spoils the statement of all; then each says for itself whether it can.
          const rows = await (together ??= read(gauges)).catch(() => read([gauge]));
          const wrong = rows.filter(({ name, value }) => name === gauge.name && (value < least || value > most));
          return wrong.map(({ label, value }) => `${label ?? 'it'} is ${Math.round(value)}${unit}`).join(', ');
        };
        return [title, `docs/runbooks/metrics.md, ${gauge.name}.`, find];
      }),
      ['A tenth of the disk of this machine is free', 'Free or add disk space.', () => this.disk()],
      ['The disk of the database has room', 'Look at the machine of PostgreSQL.', () => this.databaseDisk()],
      [
        'VIES answers about VAT ids',
        'Set VIES_URL, and see that the worker reaches it (docs/configuration.md).',
        () => this.vies(),
      ],
      ['Backups are recent', 'Set up backups and BACKUP_STATUS_FILE.', () => this.backups()],
    ];
    return bypassRowSecurity(async () => {
      const findings: DeploymentCheckView[] = [];
      for (const [title, advice, find] of checks) {
        const found = await find().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
        const state = found === '' ? 'passed' : typeof found === 'string' ? 'failed' : 'not_checked';
        const detail = typeof found === 'string' ? found : found.unchecked;
        findings.push({ title, state, detail: detail || null, advice: state === 'passed' ? null : advice });
      }
      return findings;
    });
  }

  private async versions(): Promise<Found> {
    const postgres = await this.database.value<string>(`select current_setting('server_version')`);
    return [older('Node', process.versions.node, '20.19'), older('PostgreSQL', postgres, '15')]
      .filter(Boolean)
      .join(', ');
  }

  /** Without REDIS_URL PostgreSQL carries the queues, and nothing is to be checked. */
  private redis(): Check[] {
    const { redisUrl } = this.config;
    if (redisUrl === undefined) return [];
    const find = async (): Promise<Found> => {
      const { Redis } = await import('ioredis');
      const redis = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 1 });
      redis.on('error', () => undefined);
      const info = await redis.info('server').catch(() => '');
      redis.disconnect();
      return older('Redis', /redis_version:(\S+)/.exec(info)?.[1], '7');
    };
    return [['Redis is new enough', 'Upgrade it.', find]];
  }

  private async parts(): Promise<Found> {
    const wrong = Object.entries(await this.readiness.check()).filter(([, state]) => state !== 'ok');
    return wrong.map(([part, state]) => `${part}: ${state}`).join(', ');
  }

  private async clocks(): Promise<Found> {
    const seconds = await this.offset.seconds();
    return Math.abs(seconds) <= 30 ? '' : `${seconds.toFixed(1)} s ahead of the database`;
  }

  private async disk(): Promise<Found> {
    const { bavail, blocks, bsize } = await statfs('.');
    return bavail / blocks >= 0.1 ? '' : `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB free`;
  }

  private async databaseDisk(): Promise<Found> {
    const size = await this.database.value<string>('select pg_size_pretty(pg_database_size(current_database()))');
    return { unchecked: `the database has ${size}; PostgreSQL does not tell what is free` };
  }

  /** Registers of single states are often away: ids may wait while VIES answers about others. */
  private async vies(): Promise<Found> {
    if (this.config.viesUrl === undefined) return { unchecked: 'VIES_URL is not set; the form of VAT ids is checked' };
    const found = `select concat(count(*) filter (where checked_at is distinct from asked_at), ' VAT ids without an answer, the last one came ', coalesce('at ' || max(checked_at)::text, 'never'))
      from billing.vat_checks having bool_or(checked_at is distinct from asked_at) and coalesce(max(checked_at), '-infinity') < (select platform.portal_now()) - interval '1 day'`;
    return (await this.database.value<string>(found)) ?? '';
  }

  /** The backup writes when its last base backup and its last archived log were made, as instants. */
  private async backups(): Promise<Found> {
    const file = this.config.backupStatusFile;
    if (file === undefined) return { unchecked: 'BACKUP_STATUS_FILE is not set' };
    const made = JSON.parse(await readFile(file, 'utf8')) as { base?: string; wal?: string };
    const minutes = (at = ''): number => (this.clock.wallNow().getTime() - Date.parse(at)) / 60_000;
    if (!(minutes(made.base) <= 26 * 60)) return `the last base backup was made at ${made.base}`;
    return minutes(made.wal) <= 10 ? '' : `the last log was archived at ${made.wal}`;
  }
}

/** What is too old; empty when it is not. */
const older = (what: string, version: string | undefined, least: string): string =>
  version !== undefined && version.localeCompare(least, 'en', { numeric: true }) >= 0
    ? ''
    : `${what}: ${version ?? 'no answer'} instead of ${least}`;
