import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { simulatorErrors } from '../errors.js';
import { KEPT_HOURS } from './forget-simulations.js';
import type { SimulationDetailView, SimulationView } from './simulator.view.js';

interface Row {
  id: string;
  title: string | null;
  state: string;
  steps_done: number;
  steps: number | null;
  requested_by_name: string;
  requested_at: Date;
  ended_at: Date | null;
  failure: string | null;
  problems: { pointer: string; message: string }[] | null;
}

interface DetailRow extends Row {
  scenario: string;
  result: object | null;
}

const HEAD = 'id, title, state, steps_done, steps, requested_by_name, requested_at, ended_at, failure, problems';
const MINE = 'org_id is not distinct from $1::uuid';

/** Simulations of one author organization, or of finance (`orgId` null); others cannot see them. */
@Injectable()
export class Simulations {
  constructor(private readonly database: Database) {}

  async list(orgId: string | null): Promise<SimulationView[]> {
    const rows = await this.database.query<Row>(
      `select ${HEAD} from simulator.simulations where ${MINE} order by requested_at desc, id desc limit 50`,
      [orgId],
    );
    return rows.map(view);
  }

  /** @throws AppError `simulation_not_found` (404), also for another owner's */
  async get(orgId: string | null, id: string): Promise<SimulationDetailView> {
    const [row] = await this.database.query<DetailRow>(
      `select ${HEAD}, scenario, result from simulator.simulations where ${MINE} and id = $2`,
      [orgId, id],
    );
    if (!row) throw new AppError(simulatorErrors.simulation_not_found);
    return { ...view(row), scenario: JSON.parse(row.scenario) as object, result: row.result };
  }
}

function view(row: Row): SimulationView {
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    steps_done: row.steps_done,
    steps: row.steps,
    requested_by: row.requested_by_name,
    requested_at: row.requested_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    kept_until: new Date(row.requested_at.getTime() + KEPT_HOURS * 3_600_000).toISOString(),
    failure: row.failure,
    problems: row.problems ?? [],
  };
}
