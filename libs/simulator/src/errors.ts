import { defineErrors } from '@portal/kernel';

export const simulatorErrors = defineErrors({
  simulator_not_configured: [
    503,
    'Simulations are not set up here. Set SIMULATOR_DATABASE_URL to the address of a server.',
  ],
  scenario_invalid: [422, 'The scenario is not valid. See details for each problem and where it is.'],
  scenario_too_large: [422, 'The scenario has too many events or months to run here.'],
  simulation_not_found: [404, 'Simulation not found, or already deleted.'],
  simulation_running: [409, 'You already have a simulation running. Wait until it ends.'],
  scenario_range_invalid: [400, 'Enter a first and a last month as YYYY-MM, at most 12 months in total.'],
});
