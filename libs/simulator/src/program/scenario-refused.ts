import type { ScenarioProblem } from '../scenario/domain/shapes.js';

/** The scenario cannot be played on this database. */
export class ScenarioRefused extends Error {
  constructor(readonly problems: readonly ScenarioProblem[]) {
    super('the scenario is not valid');
  }
}

/** The largest amount that the ledger can store, minor units. */
const MOST = 2n ** 63n - 1n;

/** Whether a sum of valid amounts exceeds what the ledger can store. */
export function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '22003';
}

export function tooLarge(): ScenarioRefused {
  const message = `the amounts come to more than the books hold in one sum, which is ${MOST.toString()} minor units`;
  return new ScenarioRefused([{ pointer: '/events', message }]);
}
