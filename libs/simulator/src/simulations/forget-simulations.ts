import { Injectable } from '@nestjs/common';
import { SimulationsRepository } from './simulations.repository.js';

/** How long a scenario and its result are kept, hours. */
export const KEPT_HOURS = 7 * 24;

/** Simulations are a means, not a record: after a while they go. */
@Injectable()
export class ForgetSimulations {
  constructor(private readonly simulations: SimulationsRepository) {}

  async execute(): Promise<number> {
    return this.simulations.forget(KEPT_HOURS);
  }
}
