import type { ScenarioProblem } from '@portal/simulator';

/** The scenario cannot be played on this database. */
export class ScenarioRefused extends Error {
  constructor(readonly problems: readonly ScenarioProblem[]) {
    super('the scenario is not valid');
  }
}
