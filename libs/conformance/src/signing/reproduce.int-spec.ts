import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { prepareKey, verify } from '@portal/contract';
import { listen } from '../../../../test/support/processes/processes.js';
import { reproduceLine, wrongRecipes, type Finding, type Transport } from '../index.js';
import type { SignedRecipe } from './reproduce.js';
import { faultyLifecycles } from '../testing/gallery-lifecycle.js';
import { faultyDrives } from '../testing/gallery.js';
import { PREVIOUS_SECRET, SECRET } from '../testing/memory-drive.js';
import { playDrive } from '../testing/play.js';

interface Received {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string;
}

/** Records all requests and responds with `{}`. */
class Listener {
  readonly received: Received[] = [];
  private readonly server = createServer((request, response) => void this.note(request).then(() => response.end('{}')));

  async start(): Promise<string> {
    await listen(this.server);
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
  }

  private async note(request: IncomingMessage): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    // Header names as received, because some lines are about their case.
    const pairs = Array.from({ length: request.rawHeaders.length / 2 }, (_, i) =>
      request.rawHeaders.slice(2 * i, 2 * i + 2),
    );
    this.received.push({
      method: request.method!,
      target: request.url!,
      headers: Object.fromEntries(pairs) as Record<string, string>,
      body,
    });
  }
}

const KEY = "k'ey 0f1e2d3c";
const shell = (line: string, env: Record<string, string>) =>
  promisify(execFile)('sh', ['-c', line], { env: { PATH: process.env.PATH!, ...env } });

describe('the command that reproduces a failure', () => {
  const listener = new Listener();
  let origin: string;
  beforeAll(async () => {
    origin = await listener.start();
  });
  afterAll(() => listener.stop());
  beforeEach(() => void listener.received.splice(0));

  const play = async (line: string, key = KEY): Promise<Received[]> => {
    await shell(line, { PLATFORM_AGENT_SECRET: key, PLATFORM_AGENT_SECRET_PREVIOUS: `old ${key}` });
    return listener.received;
  };
  const header = (one: Received, name: string): string =>
    Object.entries(one.headers).find(([own]) => own.toLowerCase() === name)?.[1] ?? '';

  it('sends what the probe sent, in a real shell', async () => {
    const url = `${origin}/a?since=0&x=$(id)'`;
    await play(reproduceLine('GET', url, { kind: 'none' }));
    await play(reproduceLine('POST', url, { kind: 'signed', key: KEY, offsetSeconds: 0 }));
    await play(reproduceLine('DELETE', url, { kind: 'signed', key: null, offsetSeconds: -60 }));
    await play(reproduceLine('GET', url, { kind: 'signed', key: null, offsetSeconds: -360, keep: 62 }));
    const verdicts = listener.received.map((one) => {
      const { ok } = verify({ headers: one.headers, path: one.target, keys: [prepareKey(KEY)], nowMs: Date.now() });
      return [one.method, ok, header(one, 'x-platform-signature').length];
    });
    expect(verdicts).toEqual([
      ['GET', false, 0],
      ['POST', true, 64],
      ['DELETE', true, 64],
      ['GET', false, 62],
    ]);
    expect(new Set(listener.received.map(({ target }) => decodeURIComponent(target)))).toEqual(
      new Set([`/a?since=0&x=$(id)'`]),
    );
  });

  it('carries headers and body word for word', async () => {
    const body = `{"tenant_id":"it's $HOME \`id\`","n":"\\u0001%"}`;
    const extra = { headers: { 'content-type': 'application/json' }, body };
    const [one] = await play(
      reproduceLine('POST', `${origin}/install`, { kind: 'signed', key: null, offsetSeconds: 0 }, extra),
    );
    expect(one).toMatchObject({ method: 'POST', body });
    expect(header(one!, 'content-type')).toBe('application/json');
  });

  it.each<[string, Partial<SignedRecipe>, (t: string, target: string) => string]>([
    ['seconds', { unit: 's' }, (t, p) => hmac(`${t}:${p}`)],
    ['base64', { encoding: 'base64' }, (t, p) => createHmac('sha256', KEY).update(`${t}:${p}`).digest('base64')],
    ['capitals', { encoding: 'upper_hex' }, (t, p) => hmac(`${t}:${p}`).toUpperCase()],
    ['a prefix', { prefix: 'sha256=' }, (t, p) => `sha256=${hmac(`${t}:${p}`)}`],
    ['text behind it', { suffix: 'zz' }, (t, p) => `${hmac(`${t}:${p}`)}zz`],
    ['another payload', { payload: ['GET\n', null, '.', "/it's"] }, (t) => hmac(`GET\n${t}./it's`)],
    ['a timestamp that is none', { timestamp: 'NaN' }, (_t, p) => hmac(`NaN:${p}`)],
    ['a line break in the key', { reading: 'newline' }, (t, p) => hmac(`${t}:${p}`, `${KEY}\n`)],
    ['quotation marks', { reading: 'quoted' }, (t, p) => hmac(`${t}:${p}`, `"${KEY}"`)],
    ['the previous key', { previous: true }, (t, p) => hmac(`${t}:${p}`, `old ${KEY}`)],
  ])('signs with %s as the probe did', async (_name, differs, expected) => {
    const recipe = { kind: 'signed', key: null, offsetSeconds: 0, ...differs } as const;
    const [one] = await play(reproduceLine('GET', `${origin}/events?since=0&b=%20`, recipe));
    expect(header(one!, 'x-platform-signature')).toBe(expected(header(one!, 'x-platform-timestamp'), one!.target));
  });

  it.each([
    ['hex_decoded', Buffer.from('6b3a9f0c1d2e4f50', 'hex')],
    ['base64_decoded', Buffer.from('6b3a9f0c1d2e4f50', 'base64')],
  ] as const)('reads the key %s', async (reading, key) => {
    const line = reproduceLine('GET', `${origin}/m`, { kind: 'signed', key: null, offsetSeconds: 0, reading });
    const [one] = await play(line, '6b3a9f0c1d2e4f50');
    expect(header(one!, 'x-platform-signature')).toBe(hmac(`${header(one!, 'x-platform-timestamp')}:/m`, key));
  });

  it('sends one pair of headers twice for a replay, the second time with HEAD', async () => {
    const recipe = { kind: 'signed', key: null, offsetSeconds: 0, replayed: true } as const;
    const [first, second] = await play(reproduceLine('HEAD', `${origin}/x?since=0`, recipe));
    expect([first!.method, second!.method]).toEqual(['GET', 'HEAD']);
    expect(header(second!, 'x-platform-signature')).toBe(header(first!, 'x-platform-signature'));
    expect(header(second!, 'x-platform-signature')).toHaveLength(64);
  });

  it('writes header names in capitals where the check requires that', async () => {
    const recipe = { kind: 'signed', key: null, offsetSeconds: 0, upperCaseNames: true } as const;
    const [one] = await play(reproduceLine('GET', `${origin}/x`, recipe));
    expect(Object.keys(one!.headers)).toEqual(expect.arrayContaining(['X-PLATFORM-SIGNATURE', 'X-PLATFORM-TIMESTAMP']));
  });

  it('is right for each kind of line that a run prints: method, target, body and signature', async () => {
    for (const { finding, sent } of await linesOfAllKinds(origin)) {
      listener.received.splice(0);
      await shell(finding.reproduce!, {
        PLATFORM_AGENT_SECRET: SECRET,
        PLATFORM_AGENT_SECRET_PREVIOUS: PREVIOUS_SECRET,
      });
      const one = listener.received.at(-1)!;
      const { pathname, search } = new URL(sent.url);
      expect([finding.id, one.method, one.target, one.body]).toEqual([
        finding.id,
        sent.method,
        pathname + search,
        sent.body ?? '',
      ]);
      const named = (headers: Readonly<Record<string, string>>): string[] =>
        Object.keys(headers)
          .filter((name) => /platform/i.test(name))
          .map((name) => name.toLowerCase())
          .sort();
      expect([finding.id, ...named(one.headers)]).toEqual([finding.id, ...named(sent.headers)]);
      const signature = header(one, 'x-platform-signature');
      const before = Object.entries(sent.headers).find(([name]) => /signature/i.test(name))?.[1] ?? '';
      expect([finding.id, signature.length]).toEqual([finding.id, before.length]);
    }
  });
});

function hmac(text: string, key: string | Buffer = KEY): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

interface Line {
  finding: Finding;
  sent: Parameters<Transport>[0];
}

/** One finding with a shell line per check, with the request that it describes. */
async function linesOfAllKinds(origin: string): Promise<Line[]> {
  const lines = new Map<string, Line>();
  for (const [mode, drives] of [
    ['full', faultyDrives],
    ['lifecycle', faultyLifecycles],
  ] as const)
    for (const [, faults, , shape = 'minimal'] of drives) {
      const { report, probes, requests } = await playDrive({ ...faults, origin }, shape, mode, { allowLoopback: true });
      for (const finding of report.findings) {
        if (!finding.reproduce || lines.has(`${mode} ${finding.id}`)) continue;
        const method = finding.endpoint?.split(' ')[0] ?? 'GET';
        const at = probes.findIndex(
          (one) =>
            one.sent === finding.sent && one.method === method && finding.reproduce!.includes(`'${origin}${one.path}'`),
        );
        if (at >= 0) lines.set(`${mode} ${finding.id}`, { finding, sent: requests[at]! });
      }
    }
  expect(lines.size).toBeGreaterThan(40);
  expect(wrongRecipes.length).toBeGreaterThan(30);
  return [...lines.values()];
}
