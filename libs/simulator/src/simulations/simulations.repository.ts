import { Injectable } from '@nestjs/common';
import { Database, takeLock, type Tx } from '@portal/platform/database';
import type { ScenarioProblem } from '../scenario/domain/shapes.js';

/** A running simulation without a sign of life for this long has lost its process. */
const LOST_AFTER = "interval '30 seconds'";

interface NewSimulation {
  id: string;
  orgId: string | null;
  userId: string;
  userName: string;
  title: string | null;
  scenario: string;
}

/** Simulations. Progress and results are written by single statements, because a process runs meanwhile. */
@Injectable()
export class SimulationsRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: Tx, s: NewSimulation): Promise<void> {
    await tx.query(
      `insert into simulator.simulations (id, org_id, requested_by, requested_by_name, title, scenario) values ($1, $2, $3, $4, $5, $6)`,
      [s.id, s.orgId, s.userId, s.userName, s.title, s.scenario],
    );
  }

  /**
   * Claims a simulation that waits, or whose process is lost, while fewer than `most` run. `busy`: the maximum is
   * running; undefined: there is nothing to do for it.
   */
  async begin(tx: Tx, id: string, most: number): Promise<{ scenario: string } | 'busy' | undefined> {
    await takeLock(tx, 'simulator.begin');
    const [row] = await tx.query<{ scenario: string; free: boolean; taken: boolean }>(
      `select s.scenario, (s.state = 'waiting' or (s.state = 'running' and s.touched_at < clock_timestamp() - ${LOST_AFTER})) as free,
         (select count(*) from simulator.simulations o where o.id <> s.id and o.state = 'running' and o.touched_at > clock_timestamp() - ${LOST_AFTER}) >= $2 as taken
       from simulator.simulations s where s.id = $1 for update`,
      [id, most],
    );
    if (!row?.free) return undefined;
    if (row.taken) return 'busy';
    await tx.query(
      `update simulator.simulations set state = 'running', steps_done = 0, steps = null, touched_at = clock_timestamp() where id = $1`,
      [id],
    );
    return { scenario: row.scenario };
  }

  async progress(id: string, done: number, of: number): Promise<void> {
    await this.database.query(
      `update simulator.simulations set steps_done = $2, steps = $3, touched_at = clock_timestamp() where id = $1 and state = 'running'`,
      [id, done, of],
    );
  }

  async alive(id: string): Promise<void> {
    await this.database.query(
      `update simulator.simulations set touched_at = clock_timestamp() where id = $1 and state = 'running'`,
      [id],
    );
  }

  async done(id: string, result: string): Promise<void> {
    await this.end(id, 'done', { result });
  }

  async refused(id: string, problems: readonly ScenarioProblem[]): Promise<void> {
    await this.end(id, 'refused', { problems: JSON.stringify(problems) });
  }

  async failed(id: string, failure: string): Promise<void> {
    await this.end(id, 'failed', { failure: failure.slice(0, 2_000) });
  }

  /** Deletes simulations requested longer ago than this. Returns how many. */
  async forget(hours: number): Promise<number> {
    const rows = await this.database.query(
      `delete from simulator.simulations where requested_at < clock_timestamp() - $1 * interval '1 hour' returning id`,
      [hours],
    );
    return rows.length;
  }

  private async end(
    id: string,
    state: 'done' | 'refused' | 'failed',
    what: { result?: string; problems?: string; failure?: string },
  ): Promise<void> {
    await this.database.query(
      `update simulator.simulations set state = $2, result = $3, problems = $4, failure = $5, ended_at = clock_timestamp()
       where id = $1 and state = 'running'`,
      [id, state, what.result ?? null, what.problems ?? null, what.failure ?? null],
    );
  }
}
