import { Inject, Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { SimulationsRepository } from './simulations.repository.js';
import { SimulatorProcess } from './simulator-process.js';

/** Maximum number of simulations that run at a time, over all workers. */
const MOST_AT_ONCE = 2;
const PROGRESS_EVERY_MS = 500;
const ALIVE_EVERY_MS = 5_000;

/** Plays a requested simulation and stores its result. After a crash it starts again. */
@Injectable()
export class PlaySimulation {
  constructor(
    private readonly transactor: Transactor,
    private readonly simulations: SimulationsRepository,
    private readonly simulator: SimulatorProcess,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws Error when the maximum is running: to be retried. */
  async execute(id: string): Promise<void> {
    const begun = await this.transactor.run((tx) => this.simulations.begin(tx, id, MOST_AT_ONCE));
    if (begun === undefined) return;
    if (begun === 'busy') throw new Error('other simulations are running');
    let reportedAt = 0;
    const quietly = (work: Promise<void>): void =>
      void work.catch((error: unknown) => this.log.warn({ err: error, id }, 'progress of a simulation is not told'));
    const alive = setInterval(() => quietly(this.simulations.alive(id)), ALIVE_EVERY_MS);
    try {
      const played = await this.simulator.play(begun.scenario, (done, of) => {
        if (performance.now() - reportedAt < PROGRESS_EVERY_MS) return;
        reportedAt = performance.now();
        quietly(this.simulations.progress(id, done, of));
      });
      if (played.kind === 'done') await this.simulations.done(id, played.result);
      else if (played.kind === 'refused') await this.simulations.refused(id, played.problems);
      else await this.simulations.failed(id, played.why);
    } finally {
      clearInterval(alive);
    }
  }
}
