import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { prepareKey, verify } from '@portal/contract';
import { reproduceLine } from './index.js';

describe('the reproduction', () => {
  it('sends what the probe sent, in a real shell', async () => {
    const requests: { method?: string; url?: string; ok: boolean; length: number }[] = [];
    const server = createServer((request, response) => {
      const result = verify({
        headers: request.headers,
        path: request.url ?? '',
        keys: [prepareKey("k'ey")],
        nowMs: Date.now(),
      });
      requests.push({
        method: request.method,
        url: request.url,
        ok: result.ok,
        length: String(request.headers['x-platform-signature'] ?? '').length,
      });
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a?since=0&x=$(id)'`;
    const shell = async (line: string): Promise<void> => {
      await promisify(execFile)('sh', ['-c', line], { env: { ...process.env, PLATFORM_AGENT_SECRET: "k'ey" } });
    };
    try {
      await shell(reproduceLine('GET', url, { kind: 'none' }));
      await shell(reproduceLine('POST', url, { kind: 'signed', key: "k'ey", offsetSeconds: 0 }));
      await shell(reproduceLine('DELETE', url, { kind: 'signed', key: null, offsetSeconds: -60 }));
      await shell(reproduceLine('GET', url, { kind: 'signed', key: null, offsetSeconds: -360, keep: 62 }));
    } finally {
      server.close();
    }
    const target = '/a?since=0&x=$(id)%27';
    expect(requests.map(({ method, ok, length }) => [method, ok, length])).toEqual([
      ['GET', false, 0],
      ['POST', true, 64],
      ['DELETE', true, 64],
      ['GET', false, 62],
    ]);
    expect(requests.map((request) => decodeURIComponent(request.url ?? ''))).toEqual(
      Array.from({ length: 4 }, () => decodeURIComponent(target)),
    );
  });
});
