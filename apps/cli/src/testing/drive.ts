import type { Io } from '../io.js';
import { runCli } from '../run.js';

/** Output and exit code of a run of the command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command inside this process; `input` is the text on standard input. */
export async function runDrive(
  argv: readonly string[],
  { input = '', ...io }: Partial<Omit<Io, 'input'>> & { input?: string | AsyncIterable<Uint8Array> } = {},
): Promise<Ran> {
  const text = { out: '', err: '' };
  const code = await runCli(argv, {
    out: (chunk) => void (text.out += chunk),
    err: (chunk) => void (text.err += chunk),
    input: typeof input === 'string' ? bytesOf(input) : input,
    env: {},
    now: () => Date.now(),
    cwd: '/',
    colour: false,
    progress: false,
    interactive: false,
    width: null,
    stop: new AbortController().signal,
    ...io,
  });
  return { code, ...text };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
}
