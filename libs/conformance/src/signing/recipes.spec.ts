import { createHmac } from 'node:crypto';
import { SIGNATURE_HEADER, signatureHeaders, TIMESTAMP_HEADER } from '@portal/contract';
import { macFromSecret, runConformance, wrongRecipes, type Signer } from '../index.js';
import { goodManifest, memoryDrive, NOW, ORIGIN } from '../testing/memory-drive.js';
import type { TransportRequest } from '../probe/transport.js';

/** As the portal issues them, and one that is also valid hex and base64, so that decoding it gives another key. */
const SECRET = '6b3a9f0c1d2e4f5061728394a5b6c7d8';

interface Verifier {
  /** The signature the Drive expects in the header, written here as its author would. */
  expected: (t: string, target: string, method: string, url: URL) => string;
  /** Milliseconds in one unit of the timestamp. */
  unitMs?: number;
}
const hmac = (text: string, key: string | Buffer = SECRET): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** Faulty Drives with code of their own: nothing here uses the detector. */
const verifiers: Record<string, Verifier> = {
  timestamp_in_seconds: { expected: (t, p) => hmac(`${t}:${p}`), unitMs: 1_000 },
  sha256_prefix: { expected: (t, p) => `sha256=${hmac(`${t}:${p}`)}` },
  base64: { expected: (t, p) => createHmac('sha256', SECRET).update(`${t}:${p}`).digest('base64') },
  upper_case_hex: { expected: (t, p) => hmac(`${t}:${p}`).toUpperCase() },
  query_stripped: { expected: (t, _p, _m, url) => hmac(`${t}:${url.pathname}`) },
  full_url: { expected: (t, _p, _m, url) => hmac(`${t}:${url.href}`) },
  host_included: { expected: (t, p, _m, url) => hmac(`${t}:${url.host}${p}`) },
  method_included: { expected: (t, p, m) => hmac(`${t}:${m}:${p}`) },
  method_first: { expected: (t, p, m) => hmac([m, t, p].join(':')) },
  method_with_path: { expected: (t, p, m) => hmac(`${t}:${m} ${p}`) },
  body_included: { expected: (t, p) => hmac([t, p, ''].join(':')) },
  body_instead_of_path: { expected: (t) => hmac(`${t}:`) },
  dot_separator: { expected: (t, p) => hmac(`${t}.${p}`) },
  no_separator: { expected: (t, p) => hmac(t + p) },
  newline_separator: { expected: (t, p) => hmac(`${t}\n${p}`) },
  path_first: { expected: (t, p) => hmac(`${p}:${t}`) },
  path_only: { expected: (_t, p) => hmac(p) },
  timestamp_only: { expected: (t) => hmac(t) },
  query_sorted: {
    expected: (t, _p, _m, url) => {
      const sorted = url.search.slice(1).split('&').sort().join('&');
      return hmac(`${t}:${url.pathname}${sorted && `?${sorted}`}`);
    },
  },
  path_decoded: { expected: (t, p) => hmac(`${t}:${decodeURIComponent(p)}`) },
  query_reencoded: {
    expected: (t, _p, _m, url) => {
      const query = new URLSearchParams(url.search).toString();
      return hmac(`${t}:${url.pathname}${query && `?${query}`}`);
    },
  },
  leading_slash_stripped: { expected: (t, p) => hmac(`${t}:${p.replace(/^\//, '')}`) },
  trailing_slash_added: { expected: (t, _p, _m, url) => hmac(`${t}:${url.pathname}/${url.search}`) },
  mounted_path: { expected: (t, p) => hmac(`${t}:${p.replace('/api', '')}`) },
  mounted_path_2: { expected: (t, p) => hmac(`${t}:${p.replace('/api/platform', '')}`) },
  query_instead_of_path: { expected: (t, _p, _m, url) => hmac(`${t}:${url.search.slice(1)}`) },
  secret_with_newline: { expected: (t, p) => hmac(`${t}:${p}`, `${SECRET}\n`) },
  secret_quoted: { expected: (t, p) => hmac(`${t}:${p}`, `"${SECRET}"`) },
  secret_hex_decoded: { expected: (t, p) => hmac(`${t}:${p}`, Buffer.from(SECRET, 'hex')) },
  secret_base64_decoded: { expected: (t, p) => hmac(`${t}:${p}`, Buffer.from(SECRET, 'base64')) },
  'timestamp_in_seconds and sha256_prefix': { expected: (t, p) => `sha256=${hmac(`${t}:${p}`)}`, unitMs: 1_000 },
  'timestamp_in_seconds and query_stripped': {
    expected: (t, _p, _m, url) => hmac(`${t}:${url.pathname}`),
    unitMs: 1_000,
  },
  'sha256_prefix and query_stripped': { expected: (t, _p, _m, url) => `sha256=${hmac(`${t}:${url.pathname}`)}` },
  'base64 and method_included': {
    expected: (t, p, m) => createHmac('sha256', SECRET).update(`${t}:${m}:${p}`).digest('base64'),
  },
};

async function runAgainst({ expected, unitMs = 1 }: Verifier, secret = SECRET, under = '') {
  const manifest = goodManifest('structured');
  const endpoints = manifest.endpoints as Record<string, string>;
  for (const [name, path] of Object.entries(endpoints)) endpoints[name] = under + path;
  const signer: Signer = (path, timestampMs) => signatureHeaders({ secret, timestampMs, path });
  const { transport } = memoryDrive(manifest, {
    verdict: (_right, request: TransportRequest) => {
      const t = request.headers[TIMESTAMP_HEADER];
      const s = request.headers[SIGNATURE_HEADER];
      if (t === undefined || s === undefined) return 'missing_signature_headers';
      if (!(Math.abs(NOW - Number(t) * unitMs) <= 300_000)) return 'stale_timestamp';
      const url = new URL(request.url);
      return s === expected(t, url.pathname + url.search, request.method, url) ? null : 'bad_signature';
    },
  });
  return runConformance({
    manifestUrl: `${ORIGIN}${under}/api/platform/drive/manifest`,
    transport,
    signer,
    mac: macFromSecret(secret),
    now: () => NOW,
    mode: 'full',
  });
}
const namesFound = ({ report }: Awaited<ReturnType<typeof runAgainst>>): string[] =>
  report.findings.filter(({ id }) => id === 'C68').map(({ rule }) => rule);

describe('a Drive that signs by a recipe of its own', () => {
  it.each(Object.entries(verifiers))('%s is named, with its fix, and fails all the same', async (name, verifier) => {
    const { report } = await runAgainst(verifier);
    const found = report.findings.filter(({ id }) => id === 'C68');
    expect(found.map(({ rule }) => rule)).toEqual([`recipe_${name.replaceAll(' ', '_')}`]);
    expect(report.checks.hmac).toBe('fail');
    const wrong = report.findings.find(({ level, check }) => level === 'error' && check === 'hmac')!;
    expect(wrong.cause).toContain(found[0]!.cause.split('. ')[0]!.replace('Your Drive ', ''));
    expect(wrong.fix).toBe(found[0]!.fix);
  });

  it('gets no hint about recipes when it has another secret', async () => {
    const { report } = await runAgainst({ expected: (t, p) => hmac(`${t}:${p}`, 'another secret altogether') });
    expect(report.findings.filter(({ id }) => id === 'C68')).toEqual([]);
    expect(report.findings.filter(({ id }) => id === 'C60')[0]?.cause).toContain('another secret');
    expect(report.checks.hmac).toBe('fail');
  });

  it('is named when a router three segments deep signs what is left of the path', async () => {
    const cut: Verifier = { expected: (t, p) => hmac(`${t}:${p.replace('/v2/api/platform', '')}`) };
    const result = await runAgainst(cut, SECRET, '/v2');
    expect(namesFound(result)).toEqual(['recipe_mounted_path_3']);
    expect(result.report.checks.hmac).toBe('fail');
  });

  it('is named when it trims white space that belongs to its secret', async () => {
    const secret = ` ${SECRET}\t`;
    const result = await runAgainst({ expected: (t, p) => hmac(`${t}:${p}`, secret.trim()) }, secret);
    expect(namesFound(result)).toEqual(['recipe_secret_trimmed']);
    expect(JSON.stringify(result.report)).not.toContain(SECRET);
  });

  it('is represented by a test Drive, recipe by recipe', () => {
    const own = wrongRecipes.map(({ name }) => name).filter((name) => !(name in verifiers));
    // The first two are for writes and have a Drive in lifecycle.spec.ts; the others have a test above.
    expect(own).toEqual(['body_appended', 'route_template', 'mounted_path_3', 'secret_trimmed']);
  });
});

describe('the real key', () => {
  it('is taken neither for no key nor for a variant of itself', () => {
    const mac = macFromSecret('plain secret');
    expect(mac('x')).toHaveLength(32);
    expect(mac('x', 'trimmed')).toBeNull();
    expect(macFromSecret('!!')('x', 'hex_decoded')).toBeNull();
  });
});
