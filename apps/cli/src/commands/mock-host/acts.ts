import { UsageError } from '../../io.js';
import { closest } from '../../output/text.js';
import type { Act, Stage } from './act.js';
import { configure } from './configure.js';
import { deliver } from './deliver.js';
import { install } from './install.js';
import { events, poll } from './poll.js';
import { quota } from './quota.js';
import { readHealth, readManifest } from './read-public.js';
import { rotate, rotateEnd } from './rotate.js';
import { uninstall } from './uninstall.js';

/** Everything the host can do, by its word. */
export const ACTS: Readonly<Record<string, Act>> = {
  manifest: readManifest,
  health: readHealth,
  install,
  poll,
  events,
  quota,
  configure,
  deliver,
  rotate,
  'rotate-end': rotateEnd,
  uninstall,
};

/** The whole story once, for CI. */
export const WHOLE_STORY =
  'manifest, health, install both, poll, install 1, install 2, events, quota, configure, deliver, rotate, uninstall';

/** One word of a script with what follows it. */
export interface Line {
  readonly name: string;
  readonly word: string | undefined;
}

/** Reads one line of a script or of the console. @throws UsageError naming what was probably meant. */
export function readLine(text: string): Line {
  const [name = '', word, ...rest] = text.trim().split(/\s+/);
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (!act) {
    const meant = closest(name, Object.keys(ACTS));
    throw new UsageError(
      `The host cannot "${name}". ${meant === undefined ? `It can: ${Object.keys(ACTS).join(', ')}.` : `Did you mean ${meant}?`}`,
    );
  }
  const { takes } = act;
  if (rest.length > 0 || (word !== undefined && takes?.includes(word) !== true))
    throw new UsageError(`${name} takes ${takes ? `one of ${takes.join(', ')}` : 'no further word'}.`);
  return { name, word };
}

/** Reads a whole script, its lines divided by commas or line ends; # begins a remark. @throws UsageError */
export function readScript(text: string): Line[] {
  const lines = text
    .split('\n')
    .flatMap((line) => line.replace(/#.*/, '').split(','))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) throw new UsageError('The script is empty.');
  return lines.map(readLine);
}

/** Plays one line; what needs the manifest reads it first. */
export async function play(stage: Stage, { name, word }: Line): Promise<void> {
  const act = ACTS[name]!;
  if (!act.first && stage.host.manifest === null) await readManifest.play(stage);
  if (!act.first && stage.host.manifest === null) return;
  await act.play(stage, word);
}
