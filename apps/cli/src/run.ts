import { parseArguments, type Command } from './command.js';
import { Interrupted, paint, UsageError, type ExitCode, type Io } from './io.js';
import { closest, plain, toJson } from './output/text.js';

// Loaded when called: start-up stays short.
const COMMANDS: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  init: {
    summary: 'Create a new, working Drive without dependencies',
    load: async () => (await import('./commands/init.js')).init,
  },
  validate: {
    summary: 'Check a manifest file or a running Drive',
    load: async () => (await import('./commands/validate.js')).validate,
  },
  'mock-host': {
    summary: 'Simulate the host: install, poll, rotate secrets, uninstall',
    load: async () => (await import('./commands/mock-host/command.js')).mockHost,
  },
  submit: {
    summary: 'Submit the manifest of a Drive to the portal',
    load: async () => (await import('./commands/author.js')).submit,
  },
  publish: {
    summary: 'Have the portal read the manifest of a listed Drive now',
    load: async () => (await import('./commands/author.js')).publish,
  },
  status: {
    summary: 'Print what the portal says of your Drives',
    load: async () => (await import('./commands/author.js')).status,
  },
  diff: {
    summary: 'Compare two manifests and classify the changes',
    load: async () => (await import('./commands/diff.js')).diff,
  },
  sign: {
    summary: 'Sign a request path and print the signature headers',
    load: async () => (await import('./commands/sign.js')).sign,
  },
  verify: {
    summary: 'Verify a signature you received and explain what is wrong',
    load: async () => (await import('./commands/verify.js')).verify,
  },
  'verify-statement': {
    summary: 'Verify payout statements offline: totals, revenue split, chain and proof',
    load: async () => (await import('./commands/verify-statement.js')).verifyStatement,
  },
  serve: {
    summary: 'Run the reference Drive locally',
    load: async () => (await import('./commands/serve.js')).serve,
  },
};

/** As in package.json. */
const VERSION = '0.1.0';

function overview(io: Io): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  ${paint(io, 'bold', name.padEnd(width))}  ${summary}`,
  );
  return `drive: develop and test Drives on your own machine

Usage: drive <command> [arguments]

${lines.join('\n')}

Run "drive <command> --help" for details and examples, or "drive --version" for the version.

The signing secret is read from the environment variable PLATFORM_AGENT_SECRET, never from an argument.
Exit codes: 0 success, 1 errors found, 2 wrong usage or unreadable input, 130 interrupted by Ctrl-C.
Colours appear on terminals only. Set NO_COLOR=1 or FORCE_COLOR=1 to override this.
`;
}

async function help(name: string, io: Io): Promise<ExitCode> {
  const { summary, load } = entryOf(name);
  const { usage, details } = await load();
  io.out(`drive ${name}: ${summary}\n\nUsage: drive ${name} ${usage}\n\n${details.trim()}\n`);
  return 0;
}

function entryOf(name: string): { summary: string; load: () => Promise<Command> } {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry) return entry;
  const meant = closest(name, Object.keys(COMMANDS));
  throw new UsageError(
    `Unknown command "${name}". ${meant === undefined ? 'Run "drive --help" for a list of commands.' : `Did you mean "drive ${meant}"?`}`,
  );
}

async function runCommand(name: string, argv: readonly string[], io: Io): Promise<ExitCode> {
  const { load } = entryOf(name);
  const end = argv.indexOf('--');
  const options = end < 0 ? argv : argv.slice(0, end);
  if (options.includes('--help') || options.includes('-h')) return help(name, io);
  const command = await load();
  try {
    return await command.run(parseArguments(command, argv), io);
  } catch (error) {
    if (!(error instanceof UsageError) || error.failure !== 'usage') throw error;
    throw new UsageError(`${error.message}\nUsage: drive ${name} ${command.usage}`);
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    io.err(overview(io));
    return 2;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    const topic = rest.find((word) => !word.startsWith('-'));
    if (topic !== undefined) return help(topic, io);
    io.out(overview(io));
    return 0;
  }
  if (name === '--version' || name === '-v' || name === '-V' || name === 'version') {
    io.out(`${VERSION}\n`);
    return 0;
  }
  if (name.startsWith('-')) {
    const meant = closest(name.replace(/^-+/, ''), ['help', 'version']);
    throw new UsageError(
      `Unknown option ${name}. ${meant === undefined ? 'Run "drive --help" for usage.' : `Did you mean --${meant}?`}`,
    );
  }
  return runCommand(name, rest, io);
}

/** Reports a failure for machines too: --json and --sarif always write one document to standard output. */
async function reportFailure(argv: readonly string[], io: Io, failure: string, message: string): Promise<void> {
  if (argv.includes('--json')) io.out(`${toJson({ ok: false, error: failure, message })}\n`);
  else if (argv.includes('--sarif')) io.out(`${toJson((await import('./output/sarif.js')).failedSarif(message), 2)}\n`);
  io.err(`drive: ${message.split('\n').map(plain).join('\n')}\n`);
}

/** Runs the command with its arguments (without `node` and the script) and returns the exit code. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (error instanceof Interrupted) {
      await reportFailure(argv, io, 'interrupted', error.message);
      return 130;
    }
    const message = error instanceof Error ? error.message : String(error);
    await reportFailure(argv, io, error instanceof UsageError ? error.failure : 'internal', message);
    return error instanceof UsageError ? error.exitCode : 2;
  }
}
