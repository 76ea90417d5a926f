/** Everything the command touches outside itself, so that tests can stand in for it. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly cwd: string;
  /** True when a person looks at standard output. */
  readonly colour: boolean;
  /** True when a person looks at standard error: progress may be shown. */
  readonly progress: boolean;
}

/** 0 pass, 1 findings of level error, 2 usage or unreadable input. */
export type ExitCode = 0 | 1 | 2;

/** A mistake in how the command was called, or input that cannot be read: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Wraps text in terminal colours when a person looks. */
export function paint(io: Io, style: 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan', text: string): string {
  const codes = { bold: 1, dim: 2, red: 31, yellow: 33, green: 32, cyan: 36 } as const;
  return io.colour ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
}
