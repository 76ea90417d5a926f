import { spawn } from 'node:child_process';

/**
 * Runs a program to its end, which is also that of this process, and never rejects. Returns { code, stdout, output, error }:
 * code: 0 when it succeeded, else a number or the name of a signal; output: both streams; error: why it could not be started.
 */
export function run(file, args, options) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const kill = () => child.kill();
    process.once('exit', kill);
    let [stdout, output] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk) => ((stdout += chunk), (output += chunk)));
    child.stderr.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    const end = (result) => {
      process.off('exit', kill);
      resolve({ stdout, output, ...result });
    };
    child.once('error', (error) => end({ code: 1, output: error.message, error }));
    child.once('close', (code, signal) => end({ code: code ?? signal }));
  });
}
