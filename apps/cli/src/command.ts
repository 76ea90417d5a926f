import { parseArgs } from 'node:util';
import { UsageError, type ExitCode, type Io } from './io.js';

type Options = Record<string, { type: 'string' | 'boolean'; short?: string }>;

/** One subcommand: its help and what it does. */
export interface Command {
  /** One line for the list. */
  readonly summary: string;
  /** Arguments after the name. */
  readonly usage: string;
  /** The rest of `--help`. */
  readonly details: string;
  readonly options: Options;
  /** Fewest and most positional arguments. */
  readonly arity: readonly [number, number];
  readonly run: (args: Arguments, io: Io) => Promise<ExitCode>;
}

/** Parsed arguments of a subcommand. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
}

/** Parses arguments strictly. @throws UsageError naming what is wrong. */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options: command.options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { positionals } = parsed;
  const values: Readonly<Record<string, unknown>> = parsed.values;
  const [least, most] = command.arity;
  if (positionals.length < least) throw new UsageError('Something is missing.');
  if (positionals.length > most) throw new UsageError(`Too many arguments: ${positionals.slice(most).join(' ')}`);
  return {
    positionals,
    flag: (name) => values[name] === true,
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
  };
}

/** Reads a whole number of milliseconds. @throws UsageError naming the option. */
export function milliseconds(option: string, text: string): number {
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new UsageError(`${option} takes Unix time in milliseconds, for example 1763700000000.`);
  }
  return Number(text);
}

/** The Drive's secret. @throws UsageError when it is not set: an empty secret signs nothing. */
export function secretOf(io: Io): string {
  const secret = io.env.PLATFORM_AGENT_SECRET;
  if (!secret) throw new UsageError('PLATFORM_AGENT_SECRET is not set. The secret comes from this variable only.');
  return secret;
}
