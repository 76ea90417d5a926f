import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '../command.js';
import { UsageError } from '../io.js';

const ENTRY = path.resolve(__dirname, '../../../reference-drive/src/main.js');
/** Options passed on to the reference Drive unchanged. */
const PASSED_ON = ['port', 'shape', 'install-variant', 'data'] as const;

/** `drive serve`. */
export const serve: Command = {
  usage: '[--port N] [--shape a|b] [--install-variant 1|2|both] [--data FILE]',
  details: `
Runs a small Drive that implements the whole contract. Read its code, compare yours with it, try the other commands
on it, or break it on purpose with the switches on its control page. It listens on 127.0.0.1 until you press Ctrl-C.
The secret is read from PLATFORM_AGENT_SECRET. Without one, every signed endpoint refuses requests until you enter a
secret on the control page.

  --port N               port to listen on (default: 4010); 0 picks a free port and prints it
  --shape a|b            shape of the manifest: a is flat, b is structured (default: b)
  --install-variant V    variant of install requests and responses: 1, 2 or both (default: both)
  --data FILE            keep installs and events in this file; without it they are lost when the process ends

Exit codes: 0 stopped with Ctrl-C, 2 wrong usage or could not start.`,
  options: {
    port: { type: 'string' },
    shape: { type: 'string' },
    'install-variant': { type: 'string' },
    data: { type: 'string' },
  },
  needs: [],
  async run(args, io) {
    if (!existsSync(ENTRY))
      throw new UsageError(
        'The reference Drive is a part of a checkout of the portal, once "npm run build" ran there. "drive init" creates a Drive of your own.',
      );
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
