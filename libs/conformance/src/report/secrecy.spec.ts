import { SIGNATURE_HEADER, signatureHeaders, TIMESTAMP_HEADER } from '@portal/contract';
import fc from 'fast-check';
import { macFromSecret, reproduceLine, runConformance, USER_AGENT, type Transport } from '../index.js';
import { receivedText } from '../probe/received.js';
import { faultyDrives } from '../testing/gallery.js';
import { goodManifest, memoryDrive, NOW, ORIGIN, OVER_QUOTA } from '../testing/memory-drive.js';
import { PROBE } from '../testing/play.js';

const hexSecret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const urlSecret = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));
const base64Secret = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));
/** A key as it is issued; equal bytes are not a key. */
const secretOf = fc
  .oneof(hexSecret, urlSecret, base64Secret)
  .filter((text) => new Set(text).size > 8 && /\d/.test(text) && /[a-z]/.test(text));
const tokenOf = fc
  .uint8Array({ minLength: 24, maxLength: 32 })
  .map((bytes) => `tok_${Buffer.from(bytes).toString('hex')}`);

const minimalDrives = faultyDrives.filter(([, , , shape]) => shape === undefined);

/** Ways in which Drives put secrets into a response. */
const leaks: ((secret: string, filler: string) => string)[] = [
  (secret) => JSON.stringify({ ok: false, error: `bad signature, key is ${secret}` }),
  (secret) => JSON.stringify({ ok: false, error: 'x', debug: { secret_in_use: secret } }),
  (secret) => `Error: expected ${secret} but got something else`,
  (secret) => `<html><pre>Authorization: Bearer ${secret}</pre></html>`,
  (secret) => `GET /x?token=${encodeURIComponent(secret)}&a=1`,
  (secret, filler) => `${filler}${secret}`,
  (secret, filler) => `${filler} ${secret} ${secret}`,
];
/** Whether a text contains a part of a secret that is long enough to help guessing. */
function gives(text: string, secret: string): boolean {
  for (let i = 0; i + 20 <= secret.length; i += 1) if (text.includes(secret.slice(i, i + 20))) return true;
  return false;
}

describe('the shown part of an answer', () => {
  it('never contains a key or a token, wherever a Drive puts it', () => {
    fc.assert(
      fc.property(
        fc.oneof(secretOf, tokenOf),
        fc.nat(leaks.length - 1),
        fc.string({ maxLength: 1_000, unit: fc.constantFrom('a', ' ', '{', '"', '\n', '/', '.') }),
        (secret, which, filler) => {
          // A letter next to the secret is part of the same word and masked with it.
          const body = Buffer.from(leaks[which]!(secret, `${filler} `));
          expect(gives(receivedText({ status: 401, headers: {}, body, durationMs: 1 }), secret)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a run of the checks', () => {
  it('prints neither key nor signature nor token, whatever the Drive does and says', async () => {
    await fc.assert(
      fc.asyncProperty(
        secretOf,
        secretOf,
        fc.nat(minimalDrives.length - 1),
        fc.nat(leaks.length - 1),
        fc.constantFrom(0, 2, 3, 7),
        async (secret, previous, drive, leak, every) => {
          const [, faults] = minimalDrives[drive]!;
          const { transport } = memoryDrive(goodManifest('minimal'), { ...faults, secret, previousSecret: previous });
          const made = new Set<string>();
          let n = 0;
          const leaking: Transport = async (request) => {
            n += 1;
            const answer = await transport(request);
            if ('failure' in answer || every === 0 || n % every !== 0 || request.url === `${ORIGIN}/m`) return answer;
            const signature = request.headers[SIGNATURE_HEADER] ?? '';
            const word = n % 2 === 0 && signature.length === 64 ? signature : secret;
            return { ...answer, body: Buffer.from(leaks[leak]!(word, 'see ')) };
          };
          const sign = (key: string) => (path: string, timestampMs: number) => {
            const headers = signatureHeaders({ secret: key, timestampMs, path });
            made.add(headers[SIGNATURE_HEADER]!);
            return headers;
          };
          const { report, probes, results } = await runConformance({
            manifestUrl: `${ORIGIN}/m`,
            transport: leaking,
            signer: sign(secret),
            previousSigner: sign(previous),
            mac: macFromSecret(secret),
            now: () => NOW,
            mode: 'lifecycle',
            probeTenant: PROBE,
            overQuotaTenant: OVER_QUOTA,
          });
          const printed = [
            ...report.findings.flatMap(({ received, sent, reproduce }) => [received, sent, reproduce]),
            ...probes.flatMap(({ path, sent }) => [path, sent]),
            ...results.flatMap(({ call }) => Object.values(call ?? {})),
          ].join('\n');
          for (const hidden of [secret, previous, ...made])
            if (gives(printed, hidden)) throw new Error(`shows ${hidden}`);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('identifies itself alike in every request', async () => {
    const { transport, requests } = memoryDrive(goodManifest('structured'), { icon: Buffer.from('<svg></svg>') });
    await runConformance({
      manifestUrl: `${ORIGIN}/api/platform/drive/manifest`,
      transport,
      now: () => NOW,
      mode: 'public',
    });
    expect(new Set(requests.map(({ headers }) => headers['user-agent']))).toEqual(new Set([USER_AGENT]));
  });
});

describe('a command that reproduces a failure', () => {
  it('takes the keys from the environment, whichever of them signed', () => {
    const line = (more: object) =>
      reproduceLine('GET', `${ORIGIN}/x`, { kind: 'signed', key: null, offsetSeconds: 0, ...more });
    expect(line({})).toContain('"$PLATFORM_AGENT_SECRET"');
    expect(line({ previous: true })).toContain('"$PLATFORM_AGENT_SECRET_PREVIOUS"');
    expect(line({ replayed: true }).match(/curl/g)).toHaveLength(2);
    expect(line({})).not.toMatch(new RegExp(`${TIMESTAMP_HEADER}: \\d`));
  });
});
