export { MAX_SCENARIO_BYTES, type ParsedScenario } from './domain/parse-scenario.js';
export { readScenarioText } from './read-scenario.js';
export type {
  AuthorSetup,
  DisputeStage,
  DriveSetup,
  EventOf,
  EventType,
  Scenario,
  ScenarioEvent,
  TenantSetup,
} from './domain/scenario.js';
export { monthsOf } from './domain/months-of.js';
export { monthAfter, monthOf, monthsBetween, startOf } from './domain/months.js';
export type { ScenarioProblem } from './domain/shapes.js';
export { SimulatorModule, SimulatorWorkerModule } from './simulator.module.js';
export { simulatorErrors } from './errors.js';
export { SimulationRequested } from './events.js';
export { ExportScenario } from './export-scenario.js';
