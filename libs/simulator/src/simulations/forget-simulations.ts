import { Injectable } from '@nestjs/common';
import { SimulationsRepository } from './simulations.repository.js';

/** Retention of a scenario and its result, hours. */
export const KEPT_HOURS = 7 * 24;

/** Deletes old simulations, which are not records. */
@Injectable()
export class ForgetSimulations {
  constructor(private readonly simulations: SimulationsRepository) {}

  async execute(): Promise<number> {
    return this.simulations.forget(KEPT_HOURS);
  }
}
