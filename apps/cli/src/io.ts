/** Everything the command touches outside itself, so that tests can replace it. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input, for the file name `-` and for the console of `mock-host`. */
  readonly input: AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly cwd: string;
  /** True when standard output takes colours. */
  readonly colour: boolean;
  /** True when a person looks at standard error: progress may be shown. */
  readonly progress: boolean;
  /** True when a person sits at both ends: questions may be asked. */
  readonly interactive: boolean;
  /** Columns of the terminal; null without a terminal: lines are not broken. */
  readonly width: number | null;
  /** Aborted by Ctrl-C, or when the reader of standard output has gone. */
  readonly stop: AbortSignal;
}

/** 0 pass, 1 findings of level error, 2 usage or unreadable input, 130 ended by Ctrl-C. */
export type ExitCode = 0 | 1 | 2 | 130;

/** Stable names of errors before there was anything to judge; `error` of the JSON answer. */
export type Failure =
  'usage' | 'unreadable_input' | 'missing_secret' | 'secret_with_blanks' | 'interrupted' | 'internal';

/** A mistake in how the command was called, or input that cannot be read: exit code 2, unless another is given. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    readonly failure: Failure | (string & {}) = 'usage',
    readonly exitCode: ExitCode = 2,
  ) {
    super(message);
  }
}

/** Ended by Ctrl-C: exit code 130. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Wraps text in terminal colours when the output takes them. */
export function paint(io: Io, style: 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan', text: string): string {
  const codes = { bold: 1, dim: 2, red: 31, yellow: 33, green: 32, cyan: 36 } as const;
  return io.colour && text !== '' ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}
