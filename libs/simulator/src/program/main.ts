import 'reflect-metadata';
import { text } from 'node:stream/consumers';
import { readScenarioText } from '../scenario/read-scenario.js';
import { ScenarioRefused } from './scenario-refused.js';
import { simulate } from './simulate.js';
import { createThrowawayDatabase } from './throwaway-database.js';

/**
 * Reads a scenario from standard input and plays it on the server of SIMULATOR_DATABASE_URL. Writes one JSON object per
 * line: `{"progress": ...}` while it runs, finally `{"result": ...}` or `{"problems": [...]}`. Exit code: 0 success, 1
 * it failed or a check failed, 2 the scenario is not valid.
 */
async function main(): Promise<number> {
  const serverUrl = process.env['SIMULATOR_DATABASE_URL'];
  if (!serverUrl) throw new Error('SIMULATOR_DATABASE_URL is missing: name a server whose user may create databases.');
  const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  const parsed = readScenarioText(await text(process.stdin));
  if (!parsed.ok) {
    print({ problems: parsed.problems });
    return 2;
  }
  const database = await createThrowawayDatabase(serverUrl);
  let dropping: Promise<void> | undefined;
  const drop = (): Promise<void> => (dropping ??= database.drop());
  process.once('SIGTERM', () => void drop().finally(() => process.exit(143)));
  process.once('SIGINT', () => void drop().finally(() => process.exit(130)));
  try {
    const result = await simulate(parsed.scenario, database.url, (progress) => print({ progress }));
    print({ result });
    return result.checks.every(({ ok }) => ok) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ScenarioRefused)) throw error;
    print({ problems: error.problems });
    return 2;
  } finally {
    await drop();
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
