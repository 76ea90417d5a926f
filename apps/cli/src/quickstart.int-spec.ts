import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startProcess } from '../../../test/support/processes/processes.js';
import { serveCommand } from '../../../test/support/processes/served-command.js';

const ROOT = path.resolve(__dirname, '../../..');
/** Waits until somebody listens: a person is slower than the start. */
const LISTENS = (port: number): string =>
  `node -e "const go = () => { const s = require('net').connect(${port}, '127.0.0.1'); s.on('connect', () => process.exit()); s.on('error', () => setTimeout(go, 20)); }; go()"`;

interface Step {
  title: string;
  command: string;
}

/**
 * Runs a script as somebody would type it. A process that it leaves running delays `close`, so leaving nothing is
 * tested too.
 */
function shell(
  script: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const child = startProcess('bash', ['-e', '-c', script], {
      cwd,
      env: { ...process.env, ...env },
      timeout: 500_000,
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.once('close', (code) => resolve({ code, out }));
  });
}

describe('the quickstart of the documentation', () => {
  it('works as written, from nothing but a portal, in one shell, with another port', async () => {
    const steps = JSON.parse(await readFile(path.join(ROOT, 'apps/web/src/docs/quickstart.json'), 'utf8')) as Step[];
    const dir = await mkdtemp(path.join(tmpdir(), 'drive-quickstart-'));
    const port = await freePort();
    const served = await serveCommand();
    const script = steps
      .map(({ command }) => (command.endsWith('&') ? `${command}\n${LISTENS(port)}` : command))
      .join('\n')
      .replaceAll('https://portal.example.com', served.origin)
      .replaceAll('4020', String(port));
    try {
      const { code, out } = await shell(script, dir, { PORT: String(port), PLATFORM_AGENT_SECRET: '' });
      expect([code, out]).toEqual([0, expect.stringMatching(/^PASS {2}/m)]);
      expect(out).toMatch(/^ok {3}uninstall again/m);
    } finally {
      await served.close();
      await rm(dir, { recursive: true, force: true });
    }
  });
});
