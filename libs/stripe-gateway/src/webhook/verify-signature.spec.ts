import { createHmac } from 'node:crypto';
import { Secret } from '@portal/kernel';
import { isSignatureValid } from './verify-signature.js';

const now = new Date('2026-11-21T00:00:00.400Z');
const seconds = Math.floor(now.getTime() / 1_000);
const body = Buffer.from('{"id":"evt_1"}');
const secret = 'whsec_for_tests_only';

const sign = (at: number | string, key = secret, bytes: Buffer = body): string =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.`).update(bytes).digest('hex')}`;
const check = (header: string | undefined, bytes: Buffer | undefined = body, key = secret) =>
  isSignatureValid(bytes, header, new Secret(key), now);

describe('the signature of an event', () => {
  it.each([
    ['signed now', sign(seconds), true],
    ['300 s old', sign(seconds - 300), true],
    ['301 s old', sign(seconds - 301), false],
    ['300 s in the future', sign(seconds + 300), true],
    ['301 s in the future', sign(seconds + 301), false],
    ['signed with another secret', sign(seconds, 'whsec_other'), false],
    ['with one right signature among several', `${sign(seconds)},v1=${'0'.repeat(64)}`, true],
    ['under an older scheme only', sign(seconds).replace('v1=', 'v0='), false],
    ['with a second timestamp', `t=${seconds - 9},${sign(seconds)}`, false],
    ['with a timestamp that is no number', sign(`${seconds}abc`), false],
    ['with an empty timestamp', sign(''), false],
    ['without a timestamp', sign(seconds).replace(/^t=\d+,/, ''), false],
    ['with an empty signature', `t=${seconds},v1=`, false],
    ['with an empty header', '', false],
    ['without a header', undefined, false],
  ])('%s is accepted or refused (case %#)', async (_what, header, valid) => {
    expect(await check(header)).toBe(valid);
  });

  it('is accepted only for exactly the bytes that were signed', async () => {
    expect(await check(sign(seconds), Buffer.from('{"id":"evt_2"}'))).toBe(false);
    expect(await check(sign(seconds), Buffer.from('{"id": "evt_1"}'))).toBe(false);
    expect(await check(sign(seconds), Buffer.alloc(0))).toBe(false);
    expect(await isSignatureValid(undefined, sign(seconds), new Secret(secret), now)).toBe(false);
  });
});
