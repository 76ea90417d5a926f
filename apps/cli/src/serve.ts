import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from './command.js';
import { UsageError } from './io.js';

const ENTRY = path.resolve(__dirname, '../../reference-drive/src/main.js');

/** `drive serve`. */
export const serve: Command = {
  summary: 'Run the reference Drive on this machine',
  usage: '[--port N]',
  details: `
A small Drive that keeps the whole contract: read it, compare yours with it, try the other commands on it.
It listens on 127.0.0.1 until Ctrl-C. Its secret comes from PLATFORM_AGENT_SECRET; without one every signed
endpoint refuses.

  --port N  4010 when left out; 0 takes a free one`,
  options: { port: { type: 'string' } },
  arity: [0, 0],
  async run(args, io) {
    const port = args.text('port');
    if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535))
      throw new UsageError('--port takes a number from 0 to 65535.');
    if (!existsSync(ENTRY)) throw new UsageError('The reference Drive is not built yet. Run "npm run build" once.');
    const child = spawn(process.execPath, [ENTRY, ...(port === undefined ? [] : ['--port', port])], {
      stdio: 'inherit',
      env: { ...io.env },
    });
    // Ctrl-C reaches the child by itself; a plain kill must be passed on.
    const stop = (): void => void child.kill('SIGTERM');
    const wait = (): void => undefined;
    process.on('SIGTERM', stop);
    process.on('SIGINT', wait);
    try {
      return await new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => resolve(code === 0 || signal !== null ? 0 : 2));
      });
    } finally {
      process.off('SIGTERM', stop);
      process.off('SIGINT', wait);
    }
  },
};
