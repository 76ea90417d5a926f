import { runCli } from './run.js';

const EXIT_INTERRUPTED = 130;
/** How long work that cannot be cancelled may keep the process alive. */
const GRACE_MS = 200;
const stopping = new AbortController();

/** NO_COLOR and FORCE_COLOR by convention: set and not empty; FORCE_COLOR=0 and =false turn colours off. */
function takesColour(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return stream.isTTY === true && TERM !== 'dumb';
}

/** A reader that closes early, such as head, is not an error: the rest is dropped, the exit code stays. */
function quietly(stream: NodeJS.WriteStream): (text: string) => void {
  let gone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    gone = true;
    stopping.abort('output closed');
  });
  return (text) => void (gone || stream.write(text));
}

// The first Ctrl-C lets the command clean up after itself, the second does not wait.
process.on('SIGINT', () => {
  if (stopping.signal.aborted) endBySignal();
  stopping.abort('interrupted');
});

// Opened only by a command that reads it, then closed: an open standard input keeps the process alive.
let inputUsed = false;
/** A blocked read of a named pipe would also delay an ordinary exit; the shell reports 130 either way. */
function endBySignal(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}

const err = quietly(process.stderr);
void runCli(process.argv.slice(2), {
  out: quietly(process.stdout),
  err,
  input: {
    [Symbol.asyncIterator]: () => {
      inputUsed = true;
      return process.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    },
  },
  env: process.env,
  now: () => Date.now(),
  cwd: process.cwd(),
  colour: takesColour(process.stdout),
  progress: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
  interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  width: process.stdout.isTTY ? Math.min(process.stdout.columns || 80, 120) : null,
  stop: stopping.signal,
}).then((code) => {
  process.exitCode = code;
  if (inputUsed) process.stdin.destroy();
  if (code === EXIT_INTERRUPTED) setTimeout(endBySignal, GRACE_MS).unref();
});
