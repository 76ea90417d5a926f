import { signatureHeaders } from '@portal/contract';
import { runConformance } from '../index.js';
import { goodManifest, memoryDrive, NOW, ORIGIN, SECRET, type Faults } from '../testing/memory-drive.js';

type Checks = { schema: string; endpoints: string; hmac: string };

/** Results of the public validator, which has no key. */
async function verdict(faults: Faults): Promise<{ ok: boolean; checks: Checks; signed: boolean }> {
  const { transport, requests } = memoryDrive(goodManifest('structured'), faults);
  const { report } = await runConformance({
    manifestUrl: `${ORIGIN}/api/platform/drive/manifest`,
    transport,
    now: () => NOW,
    mode: 'public',
  });
  const real = requests.some(({ url, headers }) => {
    const timestamp = Number(headers?.['x-platform-timestamp'] ?? headers?.['X-Platform-Timestamp']);
    const given = headers?.['x-platform-signature'] ?? headers?.['X-Platform-Signature'];
    if (given === undefined || !Number.isSafeInteger(timestamp) || timestamp < 0) return false;
    const path = url.slice(ORIGIN.length);
    return signatureHeaders({ secret: SECRET, timestampMs: timestamp, path })['X-Platform-Signature'] === given;
  });
  return { ok: report.ok, checks: report.checks as Checks, signed: real };
}

const GATED = ['metrics', 'events', 'billing', 'install', 'uninstall'];
const refusal = (
  change: (body: Record<string, unknown>, name: string) => { status?: number; body?: unknown },
): Faults => ({
  answer: (answer, name) =>
    answer.status === 401 && GATED.includes(name)
      ? { ...answer, ...change(answer.body as Record<string, unknown>, name) }
      : answer,
});

describe('the verdict of the public validator', () => {
  it.each<[string, Faults, keyof Checks | null]>([
    ['a good Drive', {}, null],
    ['refusals in the other spelling', refusal(() => ({ body: { ok: false, error: 'sig-mismatch' } })), null],
    ['refusals as 403', refusal(() => ({ status: 403 })), 'hmac'],
    ['refusals as 200', refusal(() => ({ status: 200 })), 'hmac'],
    ['refusals with an error object', refusal(() => ({ body: { ok: false, error: { code: 'x' } } })), 'hmac'],
    ['refusals without an envelope', refusal(() => ({ body: { error: 'bad_signature' } })), 'hmac'],
    ['refusals as HTML', refusal(() => ({ body: '<html>401</html>' })), 'hmac'],
    ...GATED.map((gated): [string, Faults, keyof Checks] => [
      `${gated} open to everybody`,
      { verdict: (right, _request, name) => (name === gated ? null : right) },
      // An unsigned 404 for an unknown install reads as a missing endpoint; it may be either.
      gated === 'uninstall' ? 'endpoints' : 'hmac',
    ]),
    ['every signature accepted', { verdict: (right) => (right === 'bad_signature' ? null : right) }, 'hmac'],
    ['every time accepted', { verdict: (right) => (right === 'stale_timestamp' ? null : right) }, 'hmac'],
    [
      'unsigned requests accepted',
      { verdict: (right) => (right === 'missing_signature_headers' ? null : right) },
      'hmac',
    ],
    ['public endpoints behind the signature', { gateEverything: true }, 'schema'],
    ['schema_version as text', { manifest: (m) => void (m.schema_version = '1') }, 'schema'],
    ['no drive', { manifest: (m) => void delete m.drive }, 'schema'],
    ['mixed shapes', { manifest: (m) => Object.assign(m, { name: 'x', description: 'y', icon_url: 'z' }) }, 'schema'],
    ['health as 500', { answer: (a, name) => (name === 'health' ? { ...a, status: 500 } : a) }, 'endpoints'],
    [
      'health as bare data',
      { answer: (a, name) => (name === 'health' ? { ...a, body: { status: 'ok' } } : a) },
      'endpoints',
    ],
    ...GATED.map((gone): [string, Faults, keyof Checks] => [
      `no ${gone} at all`,
      { answer: (a, name) => (name === gone ? { ...a, status: 404, body: '<h1>Not found</h1>' } : a) },
      'endpoints',
    ]),
  ])('%s', async (_name, faults, fails) => {
    const { ok, checks, signed } = await verdict(faults);
    expect(signed).toBe(false);
    expect(ok).toBe(fails === null);
    expect(Object.values(checks).every((check) => check === 'pass')).toBe(fails === null);
    if (fails) expect(checks[fails]).not.toBe('pass');
  });
});
