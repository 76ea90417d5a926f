import { CONTRACT_DRAFT, CONTRACT_VERSIONS } from '@portal/contract';
import type { ConformanceInput } from '@portal/conformance';
import { parseArgs } from 'node:util';
import { UsageError, type ExitCode, type Io } from './io.js';
import { closest } from './output/text.js';

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>>;

/** One subcommand: its help and action. */
export interface Command {
  /** Arguments after the name. */
  readonly usage: string;
  /** The rest of `--help`. */
  readonly details: string;
  readonly options: Options;
  /** Names of the positional arguments that are needed, in order. */
  readonly needs: readonly string[];
  /** Further arguments like the last one may follow. */
  readonly takesMore?: boolean;
  readonly run: (args: Arguments, io: Io) => Promise<ExitCode>;
}

/** Parsed arguments of a subcommand. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
}

/** Parses arguments strictly. @throws UsageError that names the problem and suggests the closest option. */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const { options, needs } = command;
  const { tokens } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: false, tokens: true });
  const values: Record<string, string | true> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw new UsageError(unknownOption(token.rawName, options));
    if (option.type === 'boolean') {
      if (token.value !== undefined) throw new UsageError(`${token.rawName} does not take a value.`);
      values[token.name] = true;
      continue;
    }
    if (token.value === undefined) throw new UsageError(`${token.rawName} requires a value.`);
    if (!token.inlineValue && token.value.startsWith('--'))
      throw new UsageError(
        `${token.rawName} requires a value. If the value starts with a dash, write ${token.rawName}=${token.value}`,
      );
    values[token.name] = token.value;
  }
  if (positionals.length < needs.length) throw new UsageError(`Missing argument: <${needs[positionals.length]}>.`);
  if (positionals.length > needs.length && command.takesMore !== true)
    throw new UsageError(`Too many arguments: ${positionals.slice(needs.length).join(' ')}`);
  return {
    positionals,
    flag: (name) => values[name] === true,
    text: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
  };
}

function unknownOption(given: string, options: Options): string {
  const meant = closest(given.replace(/^-+/, ''), [...Object.keys(options), 'help']);
  const dash = 'If it is an argument that starts with a dash, put "--" before it.';
  return `Unknown option ${given}. ${meant === undefined ? dash : `Did you mean --${meant}?`}`;
}

/** Reads a whole number of milliseconds. @throws UsageError naming the option. */
export function milliseconds(option: string, text: string): number {
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new UsageError(`${option} must be a Unix time in milliseconds, for example 1763700000000.`);
  }
  return Number(text);
}

/** Longest wait for one answer in milliseconds, from `--timeout` in seconds. @throws UsageError */
export function timeoutOf(args: Arguments): number | undefined {
  const text = args.text('timeout');
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(text) || seconds <= 0 || seconds > 300)
    throw new UsageError('--timeout must be a number of seconds from 0.001 to 300.');
  return seconds * 1000;
}

/**
 * A secret of the environment; undefined when it is not set.
 * @throws UsageError for blanks or a line end around it: every byte signs, and the portal showed none of them.
 */
export function secretIn(io: Io, name: string): string | undefined {
  const secret = io.env[name] || undefined;
  if (secret !== secret?.trim())
    throw new UsageError(
      `${name} begins or ends with a blank or a line end. Set it to exactly the characters that the portal showed.`,
      'secret_with_blanks',
    );
  return secret;
}

/** The Drive's secret. @throws UsageError when it is not set: an empty secret signs nothing. */
export function secretOf(io: Io): string {
  const secret = secretIn(io, 'PLATFORM_AGENT_SECRET');
  if (!secret)
    throw new UsageError(
      `PLATFORM_AGENT_SECRET is ${io.env.PLATFORM_AGENT_SECRET === undefined ? 'not set' : 'empty'}. The secret is read from this variable only, so that it does not end up in the shell history or the process list. Run: export PLATFORM_AGENT_SECRET=<the secret shown in the portal>`,
      'missing_secret',
    );
  return secret;
}

/** Contract versions that a manifest may declare: with `--draft` also the draft of the next one, else the released ones. */
export function contractOf(args: Arguments, io: Io): Pick<ConformanceInput, 'contract'> {
  return args.flag('draft')
    ? { contract: { contractVersions: [...CONTRACT_VERSIONS, CONTRACT_DRAFT], at: io.now() } }
    : {};
}
