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

/** All steps of the mock host, by name. */
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

/** The steps of a full run, for CI. */
export const WHOLE_STORY =
  'manifest, health, install both, poll, install 1, install 2, events, quota, configure, deliver, rotate, uninstall';

/** One step of a script with its argument. */
export interface Line {
  readonly name: string;
  readonly word: string | undefined;
}

/** Parses one step of a script or of the console. @throws UsageError that suggests the closest step. */
export function readLine(text: string): Line {
  const [name = '', word, ...rest] = text.trim().split(/\s+/);
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (!act) {
    const meant = closest(name, Object.keys(ACTS));
    throw new UsageError(
      `Unknown step "${name}". ${meant === undefined ? `Choose from: ${Object.keys(ACTS).join(', ')}.` : `Did you mean ${meant}?`}`,
    );
  }
  const { takes } = act;
  if (rest.length > 0 || (word !== undefined && takes?.includes(word) !== true))
    throw new UsageError(takes ? `${name} takes one of ${takes.join(', ')}.` : `${name} does not take an argument.`);
  return { name, word };
}

/** Parses a script: steps separated by commas or line breaks; # starts a comment. @throws UsageError */
export function readScript(text: string): Line[] {
  const lines = text
    .split('\n')
    .flatMap((line) => line.replace(/#.*/, '').split(','))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) throw new UsageError('The script is empty.');
  return lines.map(readLine);
}

/** Runs one step, after reading the manifest if the step needs it. */
export async function runStep(stage: Stage, { name, word }: Line): Promise<void> {
  const act = ACTS[name]!;
  if (!act.first && stage.host.manifest === null) await readManifest.run(stage);
  if (!act.first && stage.host.manifest === null) return;
  await act.run(stage, word);
}
