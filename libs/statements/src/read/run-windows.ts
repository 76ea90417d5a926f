import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

/** The postings that the statements of one run cover: after the cutoff of the previous run, up to its own. */
export interface RunWindow {
  runId: string;
  /** `YYYY-MM` */
  month: string;
  afterTx: string;
  cutoffTx: string;
  previousRunId: string | null;
  /** How many of its statements are not sealed: null before the first seal, 0 after the last one. */
  waiting: number | null;
}

const WINDOWS = `select r.id as "runId", r.month, coalesce(m.after_tx, b.cutoff_tx, 0)::text as "afterTx", r.cutoff_tx::text as "cutoffTx",
    b.id as "previousRunId", m.waiting
  from payouts.payout_runs r left join lateral (select after_tx, waiting from statements.months where run_id = r.id order by seq desc limit 1) m on true
  left join lateral (select p.id, p.cutoff_tx from payouts.payout_runs p
    where p.state <> 'cancelled' and (p.cutoff_tx, p.id) < (r.cutoff_tx, r.id) order by p.cutoff_tx desc, p.id desc limit 1) b on true
  where r.state <> 'cancelled' and r.cutoff_tx is not null`;

/** Latest first. */
export const ALL_RUNS = `${WINDOWS} order by r.cutoff_tx desc, r.id desc`;

@Injectable()
export class RunWindows {
  constructor(private readonly database: Database) {}

  async all(): Promise<RunWindow[]> {
    return this.database.query<RunWindow>(ALL_RUNS);
  }

  async get(runId: string): Promise<RunWindow | undefined> {
    return (await this.read('and r.id = $1', [runId]))[0];
  }

  /**
   * The runs that have ended and have statements to seal, oldest first; a run begins when every run with an earlier
   * cutoff has. docs/decisions/0010-statements-and-roots.md says which of their statements are final.
   */
  async toSeal(): Promise<RunWindow[]> {
    return this.read(
      `and coalesce(m.waiting, 1) > 0 and r.state in ('settled', 'partially_failed')
       and not exists (
         select 1 from payouts.payout_runs p where p.state <> 'cancelled' and (p.cutoff_tx, p.id) < (r.cutoff_tx, r.id)
           and not exists (select 1 from statements.months s where s.run_id = p.id))
       order by r.cutoff_tx, r.id`,
      [],
    );
  }

  private read(rest: string, params: unknown[]): Promise<RunWindow[]> {
    return this.database.query<RunWindow>(`${WINDOWS} ${rest}`, params);
  }
}
