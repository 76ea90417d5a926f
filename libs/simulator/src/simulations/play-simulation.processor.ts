import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { SimulationRequested } from '../events.js';
import { PlaySimulation } from './play-simulation.js';

@Injectable()
export class PlaySimulationProcessor extends EventProcessor<{ simulation_id: string }> {
  readonly event = SimulationRequested;
  readonly consumer = 'simulator.play-simulation';

  constructor(private readonly play: PlaySimulation) {
    super();
  }

  async handle({ simulation_id }: { simulation_id: string }): Promise<void> {
    await this.play.execute(simulation_id);
  }
}
