import { createTestDatabase } from '../../database/database.js';
import { playCase } from './play-case.js';
import { scenarioOf } from './read-scenario.js';
import type { CaseResult } from './result.js';

/**
 * What the engine makes of a money case on a database of its own.
 * @throws InputRefused
 */
export async function playedAlone(written: object): Promise<CaseResult> {
  const scenario = scenarioOf(written);
  const database = await createTestDatabase();
  try {
    return await playCase(scenario, database.url);
  } finally {
    await database.drop();
  }
}
