import { createTestDatabase } from '../../database/database.js';
import { runCase } from './run-case.js';
import { scenarioOf } from './read-scenario.js';
import type { CaseResult } from './result.js';

/**
 * What the engine makes of a money case on a database of its own.
 * @throws InputRefused
 */
export async function runAlone(written: object): Promise<CaseResult> {
  const scenario = scenarioOf(written);
  const database = await createTestDatabase();
  try {
    return await runCase(scenario, database.url);
  } finally {
    await database.drop();
  }
}
