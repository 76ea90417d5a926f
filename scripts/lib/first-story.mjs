import { attachDrive } from '../demo/drive.mjs';
import { STORY_NAMES } from '../demo/marketplace/companies.mjs';
import { driveOf, newSuffix, runStory } from '../demo/run.mjs';
import { instanceSettings } from './data-dir.mjs';

/**
 * Runs the demo story once on new data, through the same public API as everybody, so that catalogue, finance and audit
 * are not empty. Its author is a demo person and its Drive keeps running, now and with every later start. Moves the
 * test clock some weeks forward. A failure is reported and changes nothing about the running portal.
 */
export async function runFirstStory(portal, say) {
  const settings = instanceSettings(portal.dataDir);
  if (settings.story_run) return;
  say('Running the demo story once, so that the pages have something to show (leave it out with --no-story) ...');
  // One story per author: after a failed one the next brings an author of its own.
  const authorPerson = settings.story_tried ? undefined : 'played-author';
  settings.remember({ story_tried: true });
  const suffix = newSuffix();
  const names = authorPerson && STORY_NAMES;
  const named = names ? { id: names.slug, name: names.drive } : driveOf(suffix);
  const said = [];
  let drive;
  try {
    drive = await portal.startStoryDrive(named);
    const given = { suffix, drive: attachDrive(drive.origin), authorPerson, names };
    const base = portal.url;
    if (!(await runStory({ base, json: true, say: (line) => said.push(line), given })))
      throw new Error(said.at(-1) ?? 'nothing was said');
  } catch (error) {
    await drive?.stop();
    return say(`The demo story failed: ${error.message}`);
  }
  settings.remember({ story_run: true, story_drive: { ...named, port: drive.port } });
  say('The demo story has been run.');
}
