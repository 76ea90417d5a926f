import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlain, type Server } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeCertificate } from '../../../test/support/processes/certificate.js';
import { createTransport, type LocalTransport } from './transport.js';

const DAY_MS = 86_400_000;
let dir: string;
const open: { close: () => unknown }[] = [];

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'drive-tls-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));
afterEach(() => open.splice(0).forEach((one) => one.close()));

/** A certificate of its own authority for `host`, `days` from now. */
function certificate(name: string, host: string, days: number): { key: string; cert: string } {
  const [key, cert] = [path.join(dir, `${name}.key`), path.join(dir, `${name}.pem`)];
  writeCertificate({ key, cert }, 'drive', host, days);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

async function listen(server: Server | ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return (server.address() as AddressInfo).port;
}
const secure = (options: ServerOptions) => listen(createServer(options, (_request, response) => response.end('{}')));
function transport(ca?: string): LocalTransport {
  const made = createTransport(ca);
  open.push(made);
  return made;
}
const get = (send: LocalTransport, url: string) => send({ method: 'GET', url, headers: {} });

describe('what the transport reports of a connection', () => {
  it('is the protocol and the end of the certificate, on a kept connection too', async () => {
    const pair = certificate('good', 'IP:127.0.0.1', 20);
    const url = `https://127.0.0.1:${await secure({ ...pair, maxVersion: 'TLSv1.2' })}/`;
    const send = transport(pair.cert);
    for (const answer of [await get(send, url), await get(send, url)]) {
      if ('failure' in answer) throw new Error(answer.failure);
      expect(answer.tls?.protocol).toBe('TLSv1.2');
      const leftDays = (answer.tls!.validToMs! - Date.now()) / DAY_MS;
      expect(leftDays).toBeGreaterThan(19.9);
      expect(leftDays).toBeLessThan(20.1);
    }
  });

  it('is nothing for plain http', async () => {
    const port = await listen(createPlain((_request, response) => response.end('{}')));
    const answer = await get(transport(), `http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ status: 200 });
    expect('tls' in answer).toBe(false);
  });

  it('is why TLS failed: an untrusted certificate, one for another name, or too old a protocol', async () => {
    const pair = certificate('own', 'IP:127.0.0.1', 20);
    const other = certificate('other', 'DNS:elsewhere.example', 20);
    const own = await secure(pair);
    const elsewhere = await secure(other);
    expect(await get(transport(), `https://127.0.0.1:${own}/`)).toMatchObject({ failure: 'tls_untrusted' });
    expect(await get(transport(other.cert), `https://127.0.0.1:${elsewhere}/`)).toMatchObject({ failure: 'tls_name' });
    const old = await secure({ ...pair, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await get(transport(pair.cert), `https://127.0.0.1:${old}/`)).toMatchObject({ failure: 'tls_version' });
  });

  it('is how long it waited when no answer came', async () => {
    const port = await listen(createPlain(() => undefined));
    const answer = await transport()({ method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {}, timeoutMs: 50 });
    expect(answer).toMatchObject({ failure: 'timeout' });
    expect(answer.durationMs).toBeGreaterThanOrEqual(49);
  });
});
