import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isObject } from '@portal/contract';
import { secretOf, type Arguments, type Command } from '../../command.js';
import { addressMeant, asManifestUrl, readInput } from '../../input.js';
import { UsageError, type ExitCode, type Io } from '../../io.js';
import { stoppableTransport } from '../../stoppable.js';
import type { Stage } from './act.js';
import { ACTS, play, readScript, WHOLE_STORY, type Line } from './acts.js';
import { playByHand } from './console.js';
import { Host } from './host.js';
import { Reporter } from './reporter.js';
import { uninstall } from './uninstall.js';

const WAIT_BY_HAND_S = 120;

/** The script to play, or null for a person at the console. @throws UsageError */
async function scriptOf(args: Arguments, io: Io): Promise<Line[] | null> {
  const given = args.text('script');
  if (given !== undefined && args.flag('once')) throw new UsageError('Choose one of --once and --script.');
  if (given === undefined)
    return args.flag('once') || args.flag('json') || !io.interactive ? readScript(WHOLE_STORY) : null;
  const file = path.resolve(io.cwd, given);
  // A name is tried as a file first, so that the words of a script need no quoting of their own.
  const text = await readFile(file, 'utf8').catch(() => given);
  return readScript(text);
}

function waitOf(args: Arguments, byHand: boolean): number {
  const text = args.text('wait');
  if (text === undefined) return byHand ? WAIT_BY_HAND_S * 1000 : 0;
  if (!/^\d{1,4}$/.test(text)) throw new UsageError('--wait takes whole seconds, from 0 to 9999.');
  return Number(text) * 1000;
}

async function configOf(args: Arguments, io: Io): Promise<Record<string, unknown> | undefined> {
  const name = args.text('config');
  if (name === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(await readInput(io, name)).toString('utf8'));
    if (isObject(value)) return value;
  } catch (error) {
    if (error instanceof UsageError) throw error;
  }
  throw new UsageError(`${name} does not hold a JSON object.`, 'unreadable_input');
}

function tokenPathOf(args: Arguments): string | undefined {
  const given = args.text('token-path');
  if (given !== undefined && !given.startsWith('/'))
    throw new UsageError('--token-path takes a path such as /api/whoami.');
  return given;
}

/** `drive mock-host <drive url>`. */
export const mockHost: Command = {
  usage: '<drive url> [--once | --script STEPS] [--json] [--quiet] [--wait S] [--token-path PATH] [--config FILE]',
  details: `
The address is your Drive's origin, or the full address of its manifest if that is not at the default path.
On a terminal you say what the host does next; otherwise, or with --once, it plays the whole story:
${WHOLE_STORY}.
Whatever it installs it removes, after Ctrl-C too. The secret comes from PLATFORM_AGENT_SECRET.

What the host can do:
${Object.entries(ACTS)
  .map(([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`)
  .join('\n')}

  --once             play the whole story and leave
  --script STEPS     play these, divided by commas, or those of a file with this name
  --json             one JSON object per line: {step, result, detail}, at last {step: "summary", ok}
  --quiet            tell only what fails
  --wait S           seconds you get to switch secrets in "rotate": ${WAIT_BY_HAND_S} by hand, else 0
  --token-path PATH  a path of your own API that the scoped token opens; proves after uninstall that it is dead
  --config FILE      answers to your config form, sent with the install

During "rotate" the new secret is made up and shown, unless PLATFORM_AGENT_SECRET_NEXT holds one that your Drive
already accepts beside the present one.

Exit code: 0 nothing failed, 1 something did, 2 wrong usage or no secret, 130 ended by Ctrl-C.

Example: drive mock-host http://127.0.0.1:4010 --script "install, poll, uninstall" --token-path /api/whoami`,
  options: {
    once: { type: 'boolean' },
    script: { type: 'string' },
    json: { type: 'boolean' },
    quiet: { type: 'boolean', short: 'q' },
    wait: { type: 'string' },
    'token-path': { type: 'string' },
    config: { type: 'string' },
  },
  needs: ['drive url'],
  async run(args, io): Promise<ExitCode> {
    const given = args.positionals[0]!;
    const url = asManifestUrl(given);
    if (!url)
      throw new UsageError(
        `Give the address of a running Drive, for example http://127.0.0.1:4010.${addressMeant(given)}`,
      );
    const script = await scriptOf(args, io);
    const transport = stoppableTransport(io);
    const host = new Host(io, transport, url.origin, url.pathname + url.search, secretOf(io));
    const stage: Stage = {
      host,
      teller: new Reporter(io, args.flag('json'), args.flag('quiet')),
      waitMs: waitOf(args, script === null),
      tokenPath: tokenPathOf(args),
      config: await configOf(args, io),
    };
    try {
      if (script === null) await playByHand(stage);
      else for (const line of script) if (!io.stop.aborted) await play(stage, line);
    } finally {
      // What is still there goes, whatever has happened.
      if (host.installs.length > 0) await uninstall.play(stage);
      transport.close();
    }
    if (io.stop.aborted) stage.teller.tell('interrupted', 'fail', 'ended by Ctrl-C before the play was over');
    const ok = stage.teller.end(host.installs.length);
    if (io.stop.aborted) return 130;
    return ok ? 0 : 1;
  },
};
