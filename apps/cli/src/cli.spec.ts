import vectors from '../../../libs/contract/vectors/signing.json';
import { runCli } from './run.js';

const NOW = 1_763_700_000_000;
const SECRET = 'cli-secret';

async function drive(
  argv: string[],
  env: Record<string, string> = { PLATFORM_AGENT_SECRET: SECRET },
): Promise<{ code: number; out: string; err: string }> {
  const text = { out: '', err: '' };
  const code = await runCli(argv, {
    out: (chunk) => void (text.out += chunk),
    err: (chunk) => void (text.err += chunk),
    env,
    now: () => NOW,
    cwd: '/',
    colour: false,
    progress: false,
  });
  return { code, ...text };
}

describe('usage', () => {
  it('lists every command with --help and exits 0, and explains each', async () => {
    const { code, out } = await drive(['--help']);
    expect(code).toBe(0);
    for (const name of ['validate', 'sign', 'verify', 'diff', 'serve', 'mock-host', 'init']) {
      expect(out).toContain(`  ${name} `);
      const own = await drive([name, '--help']);
      expect(own).toMatchObject({ code: 0, err: '' });
      expect(own.out).toContain(`Usage: drive ${name}`);
      expect(await drive(['help', name])).toEqual(own);
    }
  });

  it.each([
    [[], 'Usage: drive'],
    [['frobnicate'], 'no command "frobnicate"'],
    [['toString'], 'no command "toString"'],
    [['sign'], 'missing'],
    [['sign', '/a', '/b'], 'Too many'],
    [['sign', '/a', '--loud'], "'--loud'"],
    [['sign', '/a', '--timestamp', '1.5'], 'milliseconds'],
    [['sign', 'api'], 'start with "/"'],
    [['verify', '/a', '--timestamp', '1'], '--signature'],
    [['verify', '/a', '--timestamp', '1', '--signature', 'x', '--now', 'soon'], '--now'],
    [['validate', 'https://a.example/m', '--offline'], '--offline'],
    [['validate', 'ftp://a.example/m'], 'https://'],
    [['validate', 'https://u:p@a.example/m'], 'password'],
    [['validate', '/nowhere/manifest.json'], 'no such file'],
    [['validate', '/'], 'directory'],
    [['validate', 'x', '--json', '--sarif'], 'one of'],
    [['diff', 'a'], 'missing'],
    [['serve', '--port', '70000'], '--port'],
    [['mock-host', 'drive'], 'address'],
  ])('%j exits 2 and says why', async (argv, reason) => {
    const { code, out, err } = await drive(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(reason);
  });

  it('needs the secret from the environment', async () => {
    for (const argv of [
      ['sign', '/a'],
      ['verify', '/a', '--timestamp', '1', '--signature', 'x'],
      ['mock-host', 'http://127.0.0.1:1'],
    ]) {
      for (const env of [{}, { PLATFORM_AGENT_SECRET: '' }] as Record<string, string>[]) {
        expect(await drive(argv, env)).toMatchObject({
          code: 2,
          err: expect.stringContaining('PLATFORM_AGENT_SECRET is not set'),
        });
      }
    }
  });
});

describe('sign and verify', () => {
  it.each(vectors.sign.filter(({ secret }) => secret !== ''))(
    'vector: $name',
    async ({ secret, timestamp_ms, path, signature }) => {
      const { code, out } = await drive(['sign', path, '--timestamp', String(timestamp_ms), '--json'], {
        PLATFORM_AGENT_SECRET: secret,
      });
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        timestamp_ms,
        path,
        signature,
        headers: { 'X-Platform-Signature': signature },
      });
    },
  );

  it('prints two header lines, for now, that verify', async () => {
    const { out } = await drive(['sign', '/a?b=1']);
    const [, timestamp, signature] = /^X-Platform-Timestamp: (\d+)\nX-Platform-Signature: ([0-9a-f]{64})\n$/.exec(out)!;
    expect(timestamp).toBe(String(NOW));
    const argv = ['verify', '/a?b=1', '--timestamp', timestamp!, '--signature', signature!];
    expect(await drive(argv)).toEqual({ code: 0, out: 'valid\n', err: '' });
    expect(await drive([...argv, '--json'])).toMatchObject({ code: 0, out: '{"ok":true}\n' });
    expect(await drive([...argv, '--now', String(NOW + 300_000)])).toMatchObject({ code: 0 });
    expect(await drive([...argv, '--now', String(NOW + 300_001), '--json'])).toMatchObject({
      code: 1,
      out: '{"ok":false,"reason":"stale_timestamp"}\n',
    });
    expect(await drive(argv, { PLATFORM_AGENT_SECRET: 'other' })).toMatchObject({
      code: 1,
      out: expect.stringContaining('bad_signature'),
    });
  });
});
