import { signatureHeaders } from '@portal/contract';
import { macFromSecret, runConformance, type ConformanceMode, type Finding } from './index.js';
import { WILD, wildTransport } from './testing/wild-drive.js';

const run = (mode: ConformanceMode) =>
  runConformance({
    manifestUrl: WILD.origin + WILD.manifestPath,
    transport: wildTransport,
    signer: (path, timestampMs) => signatureHeaders({ secret: WILD.secret, timestampMs, path }),
    mac: macFromSecret(WILD.secret),
    probeTenant: { tenantId: 'probe', ventureId: 'probe' },
    now: () => WILD.nowMs,
    mode,
  });

/** Each fault of the Drive, the check that reports it, and words that its cause and fix must contain. */
const FAULTS: [fault: string, check: string, cause: RegExp, fix: RegExp][] = [
  ['no manifest endpoint', 'C41', /nothing at this path/, /Implement it, or correct the path/],
  ['no install endpoint', 'C46', /endpoint is missing.*404/, /Implement all seven/],
  ['no uninstall endpoint', 'C47', /endpoint is missing.*404/, /Implement all seven/],
  ['health behind the signature', 'C40', /behind the signature, but it is public/, /Check no signature/],
  ['403 instead of 401', 'C50', /refuses, but with 403.*events.*billing/, /Answer 401/],
  ['an error object instead of text', 'C57', /is an object with the reason/, /"error": "missing_signature_headers"/],
  ['a third spelling of a reason', 'C58', /"bad_timestamp" is a spelling/, /Answer "stale_timestamp"/],
  ['the query cut off, at events', 'C61', /leaves the query out/, /Include the query/],
  ['the query cut off, at billing', 'C62', /leaves the query out/, /Include the query/],
  ['the query cut off, as a recipe', 'C68', /leaves the query out/, /Include the query/],
  ['upper-case hex', 'C72', /upper-case hex is accepted/, /without changing their case/],
  ['events in seconds', 'C64', /looks like seconds/, /Multiply by 1000/],
  ['events newest first', 'C134', /newest first/, /oldest first/],
  ['events without since', 'C137', /since is ignored/, /ts > Number\(since\)/],
  ['metrics of its own', 'C135', /mrr_cents.*no installs_active/, /Add "installs_active"/],
  ['billing of its own', 'C136', /next_invoice_at.*no amount_cents, currency/, /"amount_cents"/],
];

const inOrder = (ids: string[]): string[] =>
  [...new Set(ids)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

describe('a real-world Drive', () => {
  let findings: readonly Finding[];
  beforeAll(async () => {
    findings = (await run('lifecycle')).report.findings;
  });

  it.each(FAULTS)('is reported once, with cause and fix, for: %s', (_fault, check, cause, fix) => {
    const found = findings.filter(({ id }) => id === check);
    expect(found).toHaveLength(1);
    expect(found[0]!.cause).toMatch(cause);
    expect(found[0]!.fix).toMatch(fix);
    expect(found[0]!.received).toMatch(/^\d{3} /);
    expect(found[0]!.reproduce).toMatch(/curl /);
  });

  it('gets no other finding', () => {
    expect(inOrder(findings.map(({ id }) => id))).toEqual(inOrder(FAULTS.map(([, check]) => check)));
  });

  it('has missing and broken parts reported separately', () => {
    const missing = findings.filter(({ received }) => received?.startsWith('404'));
    expect(inOrder(missing.map(({ id }) => id))).toEqual(['C41', 'C46', 'C47']);
    expect(
      findings.filter(({ id, cause }) => /is missing|nothing at/.test(cause) && !missing.some((one) => one.id === id)),
    ).toEqual([]);
  });

  it('gets the same findings without a key, as far as no key is needed', async () => {
    const { report } = await run('public');
    expect(inOrder(report.findings.map(({ id }) => id))).toEqual([
      'C40',
      'C41',
      'C46',
      'C47',
      'C50',
      'C57',
      'C58',
      'C66',
    ]);
  });
});
