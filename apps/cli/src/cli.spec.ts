import { createHmac } from 'node:crypto';
import packageJson from '../package.json';
import { runDrive, type Ran } from './testing/drive.js';
import { closest, plain, toJson, wrap } from './output/text.js';

const NOW = 1_763_700_000_000;
const SECRET = 'cli-secret';
const COMMANDS = [
  'validate',
  'sign',
  'verify',
  'diff',
  'serve',
  'mock-host',
  'init',
  'verify-statement',
  'submit',
  'publish',
  'status',
];
const drive = (
  argv: string[],
  env: Record<string, string> = { PLATFORM_AGENT_SECRET: SECRET },
  input = '',
): Promise<Ran> => runDrive(argv, { env, input, now: () => NOW });

describe('usage', () => {
  it('lists every command with --help and exits 0, and explains each', async () => {
    const { code, out } = await drive(['--help']);
    expect(code).toBe(0);
    for (const name of COMMANDS) {
      expect(out).toContain(`  ${name} `);
      const own = await drive([name, '--help']);
      expect(own).toMatchObject({ code: 0, err: '' });
      expect(own.out).toContain(`Usage: drive ${name}`);
      expect(own.out).toContain('Exit codes: 0');
      for (const same of [
        ['help', name],
        ['--help', name],
        [name, '--nonsense', '-h'],
      ])
        expect(await drive(same)).toEqual(own);
    }
  });

  it('prints the version of its package', async () => {
    expect(await drive(['--version'])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' });
  });

  it.each([
    [[], 'Usage: drive'],
    [['frobnicate'], 'Unknown command "frobnicate"'],
    [['toString'], 'Unknown command "toString"'],
    [['valdiate'], 'Did you mean "drive validate"?'],
    [['--versoin'], 'Did you mean --version?'],
    [['sign'], 'Missing argument: <path|url>'],
    [['sign', '/a', '/b'], 'Too many'],
    [['sign', '/a', '--loud'], 'Unknown option --loud'],
    [['sign', '/a', '--jsn'], 'Did you mean --json?'],
    [['sign', '-x'], 'Unknown option -x'],
    [['sign', '--', '-x'], 'start with "/"'],
    [['sign', '/a', '--timestamp'], '--timestamp requires a value'],
    [['sign', '/a', '--timestamp', '--json'], '--timestamp=--json'],
    [['sign', '/a', '--timestamp=-5'], 'milliseconds'],
    [['sign', '/a', '--json=yes'], '--json does not take a value'],
    [['sign', '/a', '--timestamp', '1.5'], 'milliseconds'],
    [['sign', 'api'], 'start with "/"'],
    [['verify', '/a', '--timestamp', '1'], '--signature'],
    [['verify', 'a', '--timestamp', '1', '--signature', 'x'], 'start with "/"'],
    [['verify', '/a', '--timestamp', '1', '--signature', 'x', '--now', 'soon'], '--now'],
    [['validate', 'https://a.example/m', '--offline'], '--offline'],
    [['validate', 'https://a.example/m', '--timeout', '0'], '--timeout'],
    [['validate', 'ftp://a.example/m'], 'https://'],
    [['validate', 'https://u:p@a.example/m'], 'password'],
    [['validate', '/nowhere/manifest.json'], 'no such file'],
    [['validate', '/'], 'directory'],
    [['validate', 'localhost:4010'], 'write http://localhost:4010'],
    [['validate', 'drive.example.com/m'], 'write https://drive.example.com/m'],
    [['validate', 'localhost:4010', '--lifecycle'], 'write http://localhost:4010'],
    [['validate', 'x', '--json', '--sarif'], 'not both'],
    [['validate', '-'], 'standard input is empty'],
    [['submit', 'quill'], 'Missing argument: <url>'],
    [['submit', 'quill', 'localhost:4010'], 'write http://localhost:4010'],
    [['publish'], 'Missing argument: <drive>'],
    [['diff', 'a'], 'Missing argument: <b>'],
    [['diff', '-', '-'], 'Only one'],
    [['diff', 'a', 'b', '--fail-on', 'braking'], 'Did you mean breaking?'],
    [['verify-statement'], 'Missing argument: <file>'],
    [['verify-statement', '-', '-'], 'Only one'],
    [['verify-statement', '/a', '--root', 'beef'], '64 hexadecimal digits'],
    [['verify-statement', '/a', '--portal', 'portal'], '--portal must be'],
    [['verify-statement', '/nowhere/a.json'], 'no such file'],
    [['mock-host', 'drive'], 'Give the URL'],
    [['mock-host', 'http://127.0.0.1:1', '--script', 'instal'], 'Did you mean install?'],
    [['mock-host', 'http://127.0.0.1:1', '--script', 'install 3'], 'one of both, 1, 2'],
    [['mock-host', 'http://127.0.0.1:1', '--script', ' , '], 'empty'],
    [['mock-host', 'http://127.0.0.1:1', '--once', '--script', 'poll'], 'not both'],
    [['mock-host', 'http://127.0.0.1:1', '--once', '--token-path', 'api'], '--token-path'],
  ])('%j exits with 2 and the reason, in JSON too', async (argv, reason) => {
    const { code, out, err } = await drive(argv);
    expect(code).toBe(2);
    expect(err).toContain(reason);
    if (argv.includes('--json')) return;
    expect(out).toBe('');
    if (argv.length === 0 || argv[0]!.startsWith('-') || argv.includes('--')) return;
    const machine = await drive([...argv, '--json']);
    const answer = JSON.parse(machine.out) as Record<string, unknown>;
    expect(machine.code).toBe(2);
    expect(answer).toMatchObject({ ok: false, error: expect.stringMatching(/^(usage|unreadable_input)$/) as unknown });
  });

  it('reports a missing secret of the environment, in JSON too', async () => {
    for (const argv of [
      ['sign', '/a'],
      ['verify', '/a', '--timestamp', '1', '--signature', 'x'],
      ['mock-host', 'http://127.0.0.1:1'],
      ['validate', 'http://127.0.0.1:1', '--lifecycle'],
    ]) {
      for (const env of [{}, { PLATFORM_AGENT_SECRET: '' }] as Record<string, string>[]) {
        const { code, err } = await drive(argv, env);
        expect({ code, err }).toMatchObject({
          code: 2,
          err: expect.stringContaining('PLATFORM_AGENT_SECRET') as unknown,
        });
        expect(JSON.parse((await drive([...argv, '--json'], env)).out)).toMatchObject({ error: 'missing_secret' });
      }
    }
  });

  it('reads the API token of the environment only', async () => {
    for (const env of [{}, { DRIVE_PORTAL_TOKEN: ' ' }] as Record<string, string>[]) {
      const { code, out } = await drive(['status', '--portal', 'http://127.0.0.1:1', '--json'], env);
      expect([code, (JSON.parse(out) as { error: string }).error]).toEqual([2, 'missing_secret']);
    }
    for (const more of [[], ['--portal', 'portal']])
      expect(await drive(['status', ...more], { DRIVE_PORTAL_TOKEN: 'x' })).toMatchObject({
        code: 2,
        err: expect.stringContaining('--portal must be the URL of the portal') as unknown,
      });
  });

  it('writes a SARIF log of a run without a result', async () => {
    const { code, out } = await drive(['validate', '/nowhere.json', '--sarif']);
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [], invocations: [{ executionSuccessful: false }] }],
    });
  });
});

describe('text', () => {
  it('removes terminal control from foreign text', () => {
    const hostile = 'a\u001b[2Jb\u009b31mc\u202Ed\u2066e\u200bf\r\ng\u2028h\ud800';
    expect(plain(hostile)).toBe('a?[2Jb?31mc?d?e?f??g?h?');
    expect(plain(`e${'\u0301'.repeat(200)}`)).toHaveLength(5);
    const json = toJson({ hostile });
    expect(JSON.parse(json)).toEqual({ hostile });
    expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  });

  it('keeps words of every language', () => {
    for (const text of ['Ärger', '日本語', 'é', 'हिन्दी', '👍🏽']) expect(plain(text)).toBe(text);
  });

  it('breaks lines between words only', () => {
    expect(wrap('one two three', 24, 16)).toBe(`one two three`);
    expect(wrap('aaaaaaaaaa bbbbbbbbbb cccccccccc', 26, 4)).toBe(`aaaaaaaaaa bbbbbbbbbb\n    cccccccccc`);
    expect(wrap('x'.repeat(300), 40, 4)).toBe('x'.repeat(300));
    expect(wrap('a b', null, 4)).toBe('a b');
  });

  it('suggests the closest known word, and nothing for a distant one', () => {
    expect(closest('jsno', ['json', 'sarif'])).toBe('json');
    expect(closest('banana', ['json', 'sarif'])).toBeUndefined();
  });
});

describe('sign and verify', () => {
  it('print two header lines for the present time, which verify accepts', async () => {
    const { out } = await drive(['sign', '/a?b=1']);
    const [, timestamp, signature] = /^X-Platform-Timestamp: (\d+)\nX-Platform-Signature: ([0-9a-f]{64})\n$/.exec(out)!;
    expect(timestamp).toBe(String(NOW));
    expect((await drive(['sign', 'https://a.example/a?b=1'])).out).toBe(out);
    const argv = ['verify', '/a?b=1', '--timestamp', timestamp!, '--signature', signature!];
    expect(await drive(argv)).toEqual({ code: 0, out: 'valid\n', err: '' });
    expect(await drive([...argv, '--json'])).toMatchObject({ code: 0, out: '{"ok":true}\n' });
    expect(await drive([...argv, '--now', String(NOW + 300_000)])).toMatchObject({ code: 0 });
    const late = await drive([...argv, '--now', String(NOW + 300_001), '--json']);
    expect([late.code, JSON.parse(late.out)]).toEqual([
      1,
      {
        ok: false,
        reason: 'stale_timestamp',
        diagnosis: {
          recipes: [],
          cause: expect.stringContaining('5 minutes old') as unknown,
          fix: expect.any(String) as unknown,
        },
      },
    ]);
    expect(await drive(argv, { PLATFORM_AGENT_SECRET: 'other' })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/bad_signature[\s\S]*another secret/) as unknown,
    });
  });
});

it('sign signs and sends the timestamp as it was typed, leading zeros included', async () => {
  const typed = `0${NOW}`;
  const { out } = await drive(['sign', '/a', '--timestamp', typed, '--json']);
  const { timestamp_ms, signature, headers } = JSON.parse(out) as Record<string, unknown>;
  const expected = createHmac('sha256', SECRET).update(`${typed}:/a`).digest('hex');
  expect({ timestamp_ms, signature, headers }).toEqual({
    timestamp_ms: NOW,
    signature: expected,
    headers: { 'X-Platform-Timestamp': typed, 'X-Platform-Signature': expected },
  });
  const argv = ['verify', '/a', '--timestamp', typed, '--signature', expected];
  expect(await drive(argv)).toMatchObject({ code: 0, out: 'valid\n' });
});

describe('verify names the mistake', () => {
  const PATH = '/api/platform/install/ws%201?b=2&a=1';
  const KEY = '6b1f0d2c9a8e7f60514233241506f7e8';
  const hmac = (text: string, key: string | Buffer = KEY): Buffer => createHmac('sha256', key).update(text).digest();
  const right = hmac(`${NOW}:${PATH}`);
  const named = async (
    signature: string,
    more: string[] = [],
    timestamp = String(NOW),
    input = '',
  ): Promise<unknown> => {
    const argv = ['verify', PATH, '--timestamp', timestamp, `--signature=${signature}`, '--json', ...more];
    const { code, out } = await drive(argv, { PLATFORM_AGENT_SECRET: KEY }, input);
    expect(code).toBe(1);
    return (JSON.parse(out) as { diagnosis: { recipes: string[] } | null }).diagnosis?.recipes;
  };

  it.each([`${KEY}\n`, ` ${KEY}`, '\n'])(
    'a secret with blanks around it is refused, not signed with: %j',
    async (secret) => {
      const { code, out } = await drive(['sign', PATH, '--json'], { PLATFORM_AGENT_SECRET: secret });
      expect([code, (JSON.parse(out) as { error: string }).error]).toEqual([2, 'secret_with_blanks']);
    },
  );

  it('names two mistakes together, and a signed body when it is given', async () => {
    expect(await named(hmac(`${NOW}:${PATH.split('?')[0]}`).toString('base64'))).toEqual(['base64', 'query_stripped']);
    const body = '{"tenant_id":"t"}';
    const signature = hmac(`${NOW}:${PATH}:${body}`).toString('hex');
    expect(await named(signature)).toBeUndefined();
    expect(await named(signature, ['--body', '-'], String(NOW), body)).toEqual(['body_included']);
  });

  it.each([
    ['seconds', String(NOW / 1000), 'The timestamp is in seconds.'],
    ['nanoseconds', `${NOW}000000`, 'The timestamp is in nanoseconds.'],
    ['a date', '2025-11-21T04:40:00Z', 'The timestamp is a formatted date.'],
    ['an old one', String(NOW - 7_200_000), 'The timestamp is 2 hours old'],
    ['one ahead', String(NOW + 900_000), 'The timestamp is 15 minutes in the future'],
  ])('explains what is wrong with a timestamp: %s', async (_name, timestamp, cause) => {
    const { out } = await drive(['verify', PATH, '--timestamp', timestamp, '--signature', 'x']);
    expect(out).toContain(cause);
  });

  it.each([
    [hmac(`${NOW}:${PATH}`, '').toString('hex'), 'empty secret'],
    ['0'.repeat(62), '62 hex digits'],
    [`${right.toString('hex')} `, 'whitespace'],
    ['zz', 'not hexadecimal'],
    ['', 'signature is empty'],
  ])('explains what is wrong with the signature %j', async (signature, cause) => {
    const argv = ['verify', PATH, '--timestamp', String(NOW), `--signature=${signature}`];
    const { code, out } = await drive(argv, { PLATFORM_AGENT_SECRET: KEY });
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining(cause) as unknown });
    expect(out).not.toContain(KEY);
  });
});
