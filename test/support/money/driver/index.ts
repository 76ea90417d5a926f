export { runCase } from './run-case.js';
export { readScenario } from './read-scenario.js';
export { InputRefused } from './shapes.js';
