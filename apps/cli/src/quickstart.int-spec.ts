import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startProcess } from '../../../test/support/processes/processes.js';

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
function shell(script: string, env: Record<string, string>): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const child = startProcess('bash', ['-e', '-c', script], {
      cwd: ROOT,
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
  it('works as written, in one shell, with another folder and port', async () => {
    const steps = JSON.parse(await readFile(path.join(ROOT, 'apps/web/src/docs/quickstart.json'), 'utf8')) as Step[];
    const [build, ...rest] = steps.map(({ command }) => command);
    // Every test run begins with the build.
    expect(build).toBe('npm run build');
    expect(existsSync(path.join(ROOT, 'dist/apps/cli/src/main.js'))).toBe(true);
    const dir = await mkdtemp(path.join(tmpdir(), 'drive-quickstart-'));
    const port = await freePort();
    const script = rest
      .map((command) => (command.endsWith('&') ? `${command}\n${LISTENS(port)}` : command))
      .join('\n')
      .replaceAll('../my-drive', path.join(dir, 'my-drive'))
      .replaceAll('4020', String(port));
    try {
      const { code, out } = await shell(script, { PORT: String(port), PLATFORM_AGENT_SECRET: '' });
      expect([code, out]).toEqual([0, expect.stringMatching(/^PASS {2}/m)]);
      expect(out).toMatch(/^ok {3}uninstall again/m);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
