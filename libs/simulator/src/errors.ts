import { defineErrors } from '@portal/kernel';

export const simulatorErrors = defineErrors({
  simulator_not_configured: {
    status: 503,
    message: 'Simulations are not set up here. Set SIMULATOR_DATABASE_URL to the address of a server.',
  },
  scenario_invalid: {
    status: 422,
    message: 'The scenario is not valid. See details for each problem and where it is.',
  },
  scenario_too_large: { status: 422, message: 'The scenario has too many events or months to run here.' },
  simulation_not_found: { status: 404, message: 'Simulation not found, or already deleted.' },
  simulation_running: { status: 409, message: 'You already have a simulation running. Wait until it ends.' },
  scenario_range_invalid: {
    status: 400,
    message: 'Enter a first and a last month as YYYY-MM, at most 12 months in total.',
  },
});
