import { parseArguments, type Command } from './command.js';
import { UsageError, paint, type ExitCode, type Io } from './io.js';

// Loaded when called: start-up stays short.
const COMMANDS: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  validate: {
    summary: 'Check a manifest file, or a whole Drive by its manifest URL',
    load: async () => (await import('./validate.js')).validate,
  },
  sign: {
    summary: 'Sign a request path and print the two headers',
    load: async () => (await import('./sign.js')).sign,
  },
  verify: { summary: 'Check a signature you received', load: async () => (await import('./verify.js')).verify },
  diff: { summary: 'Compare two manifests by meaning', load: async () => (await import('./diff.js')).diff },
  serve: { summary: 'Run the reference Drive on this machine', load: async () => (await import('./serve.js')).serve },
  'mock-host': {
    summary: 'Play the host against your Drive: install, poll, rotate, uninstall',
    load: async () => (await import('./mock-host.js')).mockHost,
  },
  init: {
    summary: 'Write a new Drive that works, with no dependency',
    load: async () => (await import('./init.js')).init,
  },
};

const VERSION = '0.1.0';

function overview(io: Io): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  ${paint(io, 'bold', name.padEnd(width))}  ${summary}`,
  );
  return `drive: everything an author of a Drive needs on their own machine

Usage: drive <command> [arguments]

${lines.join('\n')}

"drive <command> --help" explains one command.
The signing secret is read from the environment variable PLATFORM_AGENT_SECRET, never from an argument.
Exit code: 0 when all is well, 1 when there are errors in what was checked, 2 when the command was used wrongly
or its input cannot be read.
`;
}

function help(name: string, command: Command): string {
  return `drive ${name}: ${command.summary}\n\nUsage: drive ${name} ${command.usage}\n\n${command.details.trim()}\n`;
}

async function runCommand(name: string, argv: readonly string[], io: Io): Promise<ExitCode> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!entry) throw new UsageError(`There is no command "${name}". "drive --help" lists them.`);
  const command = await entry.load();
  if (argv.includes('--help') || argv.includes('-h')) {
    io.out(help(name, command));
    return 0;
  }
  try {
    return await command.run(parseArguments(command, argv), io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\nUsage: drive ${name} ${command.usage}`);
  }
}

/** Runs the command with its arguments (without `node` and the script) and returns the exit code. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = argv;
  try {
    if (name === undefined) {
      io.err(overview(io));
      return 2;
    }
    if (name === '--help' || name === '-h' || name === 'help') {
      const topic = rest[0];
      if (name === 'help' && topic !== undefined) return await runCommand(topic, ['--help'], io);
      io.out(overview(io));
      return 0;
    }
    if (name === '--version' || name === '-v') {
      io.out(`${VERSION}\n`);
      return 0;
    }
    return await runCommand(name, rest, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`drive: ${error.message}\n`);
    return 2;
  }
}
