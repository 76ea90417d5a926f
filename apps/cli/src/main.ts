import { runCli } from './run.js';

const colour = (stream: NodeJS.WriteStream): boolean => stream.isTTY === true && !process.env.NO_COLOR;

// A reader that goes away early, such as head, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  env: process.env,
  now: () => Date.now(),
  cwd: process.cwd(),
  colour: colour(process.stdout),
  progress: process.stderr.isTTY === true,
}).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`drive: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
