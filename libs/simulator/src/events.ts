import { defineEvent } from '@portal/platform/events';

/** Somebody wants a scenario to be played; consumed by the simulator itself. */
export const SimulationRequested = defineEvent<{ simulation_id: string }>('simulation.requested', 1);
