import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '../command.js';
import { UsageError } from '../io.js';

const ENTRY = path.resolve(__dirname, '../../../reference-drive/src/main.js');
/** Options that the reference Drive takes as they are. */
const PASSED_ON = ['port', 'shape', 'install-variant', 'data'] as const;

/** `drive serve`. */
export const serve: Command = {
  usage: '[--port N] [--shape a|b] [--install-variant 1|2|both] [--data FILE]',
  details: `
A small Drive that keeps the whole contract: read it, compare yours with it, try the other commands on it, and
break it on purpose by the switches of its control page. It listens on 127.0.0.1 until Ctrl-C. Its secret comes
from PLATFORM_AGENT_SECRET; without one every signed endpoint refuses until you enter one on the control page.

  --port N               4010 when left out; 0 takes a free one and prints it
  --shape a|b            manifest: a is flat, b is structured; b when left out
  --install-variant V    install request and answer: 1, 2 or both; both when left out
  --data FILE            keep installs and events in this file; else they end with the process

Exit code: 0 ended by Ctrl-C, 2 wrong usage, or it could not start.`,
  options: {
    port: { type: 'string' },
    shape: { type: 'string' },
    'install-variant': { type: 'string' },
    data: { type: 'string' },
  },
  needs: [],
  async run(args, io) {
    if (!existsSync(ENTRY)) throw new UsageError('The reference Drive is not built yet. Run "npm run build" once.');
    const passed = PASSED_ON.flatMap((name) => {
      const value = args.text(name);
      return value === undefined ? [] : [`--${name}=${value}`];
    });
    const child = spawn(process.execPath, [ENTRY, ...passed], { stdio: 'inherit', cwd: io.cwd, env: { ...io.env } });
    // Ctrl-C on a terminal reaches the child by itself; a signal to this process alone must be passed on.
    const stop = (): void => void child.kill('SIGTERM');
    process.on('SIGTERM', stop);
    io.stop.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => resolve(code === 0 || signal !== null ? 0 : 2));
      });
    } finally {
      process.off('SIGTERM', stop);
      io.stop.removeEventListener('abort', stop);
    }
  },
};
