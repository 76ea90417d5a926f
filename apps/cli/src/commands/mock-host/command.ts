import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONTRACT_DRAFT, isObject } from '@portal/contract';
import { contractOf, secretOf, type Arguments, type Command } from '../../command.js';
import { addressMeant, asManifestUrl, readInput } from '../../input.js';
import { UsageError, type ExitCode, type Io } from '../../io.js';
import { stoppableTransport } from '../../transport.js';
import type { Stage } from './act.js';
import { ACTS, readScript, runStep, WHOLE_STORY, type Line } from './acts.js';
import { runPrompt } from './console.js';
import { Host } from './host.js';
import { Reporter } from './reporter.js';
import { uninstall } from './uninstall.js';

const WAIT_AT_PROMPT_S = 120;

/** The script to run, or null for an interactive session. @throws UsageError */
async function scriptOf(args: Arguments, io: Io): Promise<Line[] | null> {
  const given = args.text('script');
  if (given !== undefined && args.flag('once')) throw new UsageError('Use either --once or --script, not both.');
  if (given === undefined)
    return args.flag('once') || args.flag('json') || !io.interactive ? readScript(WHOLE_STORY) : null;
  const file = path.resolve(io.cwd, given);
  // Tried as a file name first, so that file names and steps share one option.
  const text = await readFile(file, 'utf8').catch(() => given);
  return readScript(text);
}

function waitOf(args: Arguments, interactive: boolean): number {
  const text = args.text('wait');
  if (text === undefined) return interactive ? WAIT_AT_PROMPT_S * 1000 : 0;
  if (!/^\d{1,4}$/.test(text)) throw new UsageError('--wait must be a whole number of seconds from 0 to 9999.');
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
  throw new UsageError(`${name} does not contain a JSON object.`, 'unreadable_input');
}

function tokenPathOf(args: Arguments): string | undefined {
  const given = args.text('token-path');
  if (given !== undefined && !given.startsWith('/'))
    throw new UsageError('--token-path must be a path such as /api/whoami.');
  return given;
}

/** `drive mock-host <drive url>`. */
export const mockHost: Command = {
  usage:
    '<drive url> [--once | --script STEPS] [--json] [--quiet] [--wait S] [--token-path PATH] [--config FILE] [--draft]',
  details: `
Give the origin of your Drive, or the full URL of its manifest if that is not at the default path.
On a terminal you enter the steps one by one. Otherwise, or with --once, a full run is made:
${WHOLE_STORY}.
Every install is removed at the end, even after Ctrl-C. The secret is read from PLATFORM_AGENT_SECRET.

Steps:
${Object.entries(ACTS)
  .map(([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`)
  .join('\n')}

  --once             make a full run and exit
  --script STEPS     run these steps, separated by commas, or the steps in the file of this name
  --json             print one JSON object per line: {step, result, detail}, then {step: "summary", ok}
  --quiet            print failures only
  --wait S           seconds you have to switch secrets during "rotate" (default: ${WAIT_AT_PROMPT_S} on a terminal, otherwise 0)
  --token-path PATH  path of your own API that accepts the scoped token; used to check that it stops working
  --config FILE      JSON file with values for your configuration form, sent with the install
  --draft            also accept ${CONTRACT_DRAFT.spelling.structured}, the draft of the next contract version

"rotate" generates and prints a new secret, unless PLATFORM_AGENT_SECRET_NEXT contains one that your Drive already
accepts in addition to the current one.

Exit codes: 0 all steps passed, 1 a step failed, 2 wrong usage or no secret, 130 interrupted by Ctrl-C.

Example: drive mock-host http://127.0.0.1:4010 --script "install, poll, uninstall" --token-path /api/whoami`,
  options: {
    once: { type: 'boolean' },
    script: { type: 'string' },
    json: { type: 'boolean' },
    quiet: { type: 'boolean', short: 'q' },
    wait: { type: 'string' },
    'token-path': { type: 'string' },
    config: { type: 'string' },
    draft: { type: 'boolean' },
  },
  needs: ['drive url'],
  async run(args, io): Promise<ExitCode> {
    const given = args.positionals[0]!;
    const url = asManifestUrl(given);
    if (!url)
      throw new UsageError(`Give the URL of a running Drive, for example http://127.0.0.1:4010.${addressMeant(given)}`);
    const script = await scriptOf(args, io);
    const transport = stoppableTransport(io);
    const host = new Host(io, transport, url.origin, url.pathname + url.search, secretOf(io));
    const stage: Stage = {
      host,
      reporter: new Reporter(io, args.flag('json'), args.flag('quiet')),
      waitMs: waitOf(args, script === null),
      tokenPath: tokenPathOf(args),
      config: await configOf(args, io),
      versions: contractOf(args, io),
    };
    try {
      if (script === null) await runPrompt(stage);
      else for (const line of script) if (!io.stop.aborted) await runStep(stage, line);
    } finally {
      // Remove the remaining installs even after a failure.
      if (host.installs.length > 0) await uninstall.run(stage);
      transport.close();
    }
    if (io.stop.aborted) stage.reporter.fail('interrupted', 'interrupted by Ctrl-C before the run was complete');
    const ok = stage.reporter.end(host.installs.length);
    if (io.stop.aborted) return 130;
    return ok ? 0 : 1;
  },
};
