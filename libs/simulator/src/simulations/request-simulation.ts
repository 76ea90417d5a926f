import { Injectable } from '@nestjs/common';
import { AppError, Ids, invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { refusalOf, Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { monthsOf } from '../scenario/domain/months-of.js';
import { monthsBetween } from '../scenario/domain/months.js';
import { simulatorErrors } from '../errors.js';
import { SimulationRequested } from '../events.js';
import { SimulationsRepository } from './simulations.repository.js';
import { readScenarioText } from '../scenario/read-scenario.js';

/** Limits for simulations requested from a page. */
const MOST_EVENTS = 5_000;
const MOST_MONTHS = 120;

/** Validates a scenario immediately and has it played in the background. */
@Injectable()
export class RequestSimulation {
  constructor(
    private readonly config: Config,
    private readonly transactor: Transactor,
    private readonly simulations: SimulationsRepository,
    private readonly outbox: Outbox,
    private readonly ids: Ids,
  ) {}

  /**
   * @param orgId the requesting author organization; null for finance
   * @param scenario the scenario as JSON text
   * @throws AppError `simulator_not_configured` (503), `scenario_invalid`, `scenario_too_large` (422),
   *   `simulation_running` (409)
   */
  async execute(actor: Actor, orgId: string | null, scenario: string): Promise<{ id: string }> {
    if (!this.config.simulatorDatabaseUrl) throw new AppError(simulatorErrors.simulator_not_configured);
    const parsed = readScenarioText(scenario);
    if (!parsed.ok)
      throw new AppError(simulatorErrors.scenario_invalid, {
        details: parsed.problems.map(({ pointer, message }) => ({ pointer, code: 'scenario_invalid', message })),
      });
    if (parsed.scenario.events.length > MOST_EVENTS)
      throw new AppError(simulatorErrors.scenario_too_large, {
        message: `A scenario can have at most ${MOST_EVENTS} events here, not ${parsed.scenario.events.length}. Use npm run simulate for more.`,
      });
    const { first, last } = monthsOf(parsed.scenario);
    const months = monthsBetween(first, last).length;
    if (months > MOST_MONTHS)
      throw new AppError(simulatorErrors.scenario_too_large, {
        message: `A scenario can have at most ${MOST_MONTHS} months here, not ${months}. Use npm run simulate for more.`,
      });
    const { userId } = actor;
    invariant(userId, 'a simulation is requested by a user');
    try {
      return await this.transactor.run(async (tx) => {
        const id = this.ids.next();
        const title = parsed.scenario.title ?? null;
        await this.simulations.insert(tx, { id, orgId, userId, userName: actor.name, title, scenario });
        await this.outbox.emit(tx, SimulationRequested, { simulation_id: id });
        return { id };
      });
    } catch (error) {
      throw refusalOf(error, { simulations_one_per_person: simulatorErrors.simulation_running });
    }
  }
}
