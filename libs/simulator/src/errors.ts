import { defineErrors } from '@portal/kernel';

export const simulatorErrors = defineErrors({
  simulator_not_configured: {
    status: 503,
    message: 'Simulations are not set up here: SIMULATOR_DATABASE_URL names no server.',
  },
  scenario_invalid: { status: 422, message: 'The scenario is not valid. Every mistake is listed with its place.' },
  scenario_too_large: { status: 422, message: 'The scenario has too many events or months to be played here.' },
  simulation_not_found: { status: 404, message: 'There is no such simulation, or it has been forgotten.' },
  simulation_running: { status: 409, message: 'A simulation of yours is still running. Wait for its end.' },
  scenario_range_invalid: { status: 400, message: 'Give a first and a last month, at most 12 months, as YYYY-MM.' },
});
