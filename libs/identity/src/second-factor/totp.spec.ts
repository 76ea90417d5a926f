import { FixedClock, Secret, SystemRandom } from '@portal/kernel';
import { Secret as OtpSecret, TOTP } from 'otpauth';
import { Totp } from './totp.js';

const at = (seconds: number): Totp => new Totp(new FixedClock(new Date(seconds * 1_000)), new SystemRandom());
/** The seed of RFC 6238, appendix B. */
const seed = new Secret(OtpSecret.fromUTF8('12345678901234567890').base32);

describe('a TOTP code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('of RFC 6238 at %d s is %s', (seconds, code) => {
    expect(at(seconds).stepOf(seed, code)).toBe(Math.floor(seconds / 30));
  });

  it.each([
    [-60, null],
    [-31, null],
    [-30, 1],
    [0, 1],
    [29, 1],
    [59, 1],
    [60, null],
  ])('of the half-minute from 30 s, judged %d s after its beginning, belongs to step %s', (after, step) => {
    expect(at(3_000_030 + after).stepOf(seed, codeAt(3_000_030))).toBe(step === null ? null : 100_001);
  });

  it('is refused when it is malformed', () => {
    for (const text of ['', '12345', '1234567', 'abcdef', '28708２']) expect(at(59).stepOf(seed, text)).toBeNull();
  });
});

it('a seed has 160 random bits, and its address names account and issuer', () => {
  const seeds = new Set(Array.from({ length: 50 }, () => at(0).newSeed().reveal()));
  expect(seeds.size).toBe(50);
  for (const text of seeds) expect(text).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(at(0).uri(seed, 'ada@example.org'));
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(uri.pathname)).toBe('/Drive Portal:ada@example.org');
  expect([uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([seed.reveal(), 'Drive Portal']);
});

/** The code a phone shows at that second. */
function codeAt(seconds: number): string {
  return new TOTP({ secret: OtpSecret.fromBase32(seed.reveal()) }).generate({ timestamp: seconds * 1_000 });
}
