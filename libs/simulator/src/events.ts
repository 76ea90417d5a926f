import { defineEvent } from '@portal/platform/events';

/** A simulation was requested; consumed by the simulator itself. */
export const SimulationRequested = defineEvent<{ simulation_id: string }>('simulation.requested', 1);
