import { spawn } from 'node:child_process';
import { instanceSettings } from './data-dir.mjs';
import { inRoot, root } from './root.mjs';

/**
 * Plays the demo story once on new data, through the same public API as everybody, so that catalogue, finance and audit
 * are not empty. Moves the test clock some weeks forward. A failure is told and changes nothing about the running portal.
 */
export async function playFirstStory(portal, say) {
  const settings = instanceSettings(portal.dataDir);
  if (settings.story_played) return;
  say('Playing the demo story once, so that the pages have something to show (leave it out with --no-story) ...');
  const child = spawn(process.execPath, [inRoot('scripts', 'demo.mjs'), '--json', '--url', portal.url], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let last = '';
  child.stdout.on('data', (chunk) => (last = (last + chunk).slice(-4_000)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const verdict = last.trim().split('\n').at(-1) ?? '';
  if (code !== 0) return say(`The demo story did not hold: ${verdict}`);
  settings.remember({ story_played: true });
  say('The demo story has been played. Business time is some weeks ahead now; the page Sandbox shows it.');
}
