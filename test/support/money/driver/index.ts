export { playCase } from './play-case.js';
export { readScenario, scenarioOf } from './read-scenario.js';
export type { CaseResult } from './result.js';
export { InputRefused } from './shapes.js';
