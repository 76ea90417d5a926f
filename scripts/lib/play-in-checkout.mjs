// node scripts/lib/play-in-checkout.mjs FOLDER DATA_DIR: the portal of a built checkout on the database of DATABASE_URL, as it
// is, and the story of that checkout played on it. Exit code 1 when a step does not hold.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail } from './problem.mjs';

async function main() {
  const [folder, dataDir] = process.argv.slice(2);
  const from = (file) => import(pathToFileURL(path.join(folder, file)).href);
  const { startPortal } = await from('scripts/lib/portal.mjs');
  const { playStory } = await from('scripts/demo/play.mjs');
  const portal = await startPortal({ dataDir, port: 0, migrated: true });
  try {
    const say = (line) => process.stdout.write(`${line}\n`);
    if (!(await playStory({ base: portal.url, json: true, say }))) process.exitCode = 1;
  } finally {
    await portal.stop();
  }
}

main().catch(fail);
