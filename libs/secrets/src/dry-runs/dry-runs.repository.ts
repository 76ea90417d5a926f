import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';
import type { KeyScope } from '../keys/key-view.js';
import type { DryRunEntity } from './dry-run.entity.js';

export type ProbeRole = 'newest' | 'previous';
/** `refused`: 401 because of the signature. `failed`: any other answer but 2xx. */
type ProbeOutcome = 'accepted' | 'refused' | 'failed' | 'unreachable';

export interface Probe {
  readonly installId: string;
  readonly role: ProbeRole;
  readonly keyId: string;
  readonly outcome: ProbeOutcome;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  readonly ms: number;
}

export type KeptProbe = Probe & { readonly scope: KeyScope; readonly version: number; readonly at: Date };

export type DryRunRow = Readonly<DryRunEntity>;

/** A dry run that has not finished after this time belongs to a dead process. */
const ABANDONED_AFTER = "interval '15 minutes'";
const COLUMNS = `id, drive_id as "driveId", state, installs, created_at as "createdAt", finished_at as "finishedAt"`;

/** `secrets.dry_runs` and `secrets.dry_run_probes`. */
@Injectable()
export class DryRunsRepository {
  constructor(private readonly database: Database) {}

  /** False while another dry run of the Drive is active. */
  async start(tx: Tx, id: string, driveId: string): Promise<boolean> {
    await tx.query(
      `update secrets.dry_runs set state = 'abandoned', finished_at = $2 where drive_id = $1 and state = 'running' and created_at < $2::timestamptz - ${ABANDONED_AFTER}`,
      [driveId, tx.now],
    );
    return tx.matched(
      `insert into secrets.dry_runs (id, drive_id, state, created_at) values ($1, $2, 'running', $3) on conflict do nothing returning 1 as started`,
      [id, driveId, tx.now],
    );
  }

  async find(id: string): Promise<DryRunRow | undefined> {
    return (await this.database.query<DryRunRow>(`select ${COLUMNS} from secrets.dry_runs where id = $1`, [id]))[0];
  }

  /** The latest dry run of a Drive with its results so far. */
  async latest(driveId: string): Promise<{ dryRun: DryRunRow; probes: KeptProbe[] } | undefined> {
    const [dryRun] = await this.database.query<DryRunRow>(
      `select ${COLUMNS} from secrets.dry_runs where drive_id = $1 order by created_at desc, id desc limit 1`,
      [driveId],
    );
    if (!dryRun) return undefined;
    return { dryRun, probes: await this.probes(dryRun.id) };
  }

  async probes(id: string): Promise<KeptProbe[]> {
    return this.database.query<KeptProbe>(
      `select p.install_id as "installId", p.role, p.key_id as "keyId", p.outcome, p.status, p.ms, p.at, k.scope, k.version
       from secrets.dry_run_probes p join secrets.signing_keys k on k.id = p.key_id
       where p.dry_run_id = $1 order by p.install_id, p.role`,
      [id],
    );
  }

  async count(tx: Tx, id: string, installs: number): Promise<void> {
    await tx.query(`update secrets.dry_runs set installs = $2 where id = $1 and state = 'running'`, [id, installs]);
  }

  /** Stored once per install and role; the first result is kept. */
  async add(tx: Tx, id: string, probe: Probe): Promise<void> {
    await tx.query(
      `insert into secrets.dry_run_probes (dry_run_id, install_id, role, key_id, outcome, status, ms, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [id, probe.installId, probe.role, probe.keyId, probe.outcome, probe.status, probe.ms, tx.now],
    );
  }

  async finish(tx: Tx, id: string): Promise<void> {
    await tx.query(`update secrets.dry_runs set state = 'done', finished_at = $2 where id = $1 and state = 'running'`, [
      id,
      tx.now,
    ]);
  }
}
