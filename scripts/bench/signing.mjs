// Signing and verifying one request: the contract library against bare node:crypto and a well-known peer.
import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import { inRoot } from '../lib/root.mjs';
import { interleave, judge } from './frame.mjs';

const require = createRequire(import.meta.url);

export async function run({ scale }) {
  const { sign, verify, prepareKey } = require(inRoot('dist/libs/contract/src/index.js'));
  const secret = crypto.randomBytes(32).toString('hex');
  const key = prepareKey(secret);
  const other = prepareKey(crypto.randomBytes(32).toString('hex'));
  const bare = crypto.createSecretKey(Buffer.from(secret));
  const nowMs = Date.now();
  const stamp = String(nowMs);
  const path = '/api/platform/events?since=1790000000000&tenant_id=ten_01J8ZK3Q';
  const message = `${stamp}:${path}`;
  const signature = crypto.createHmac('sha256', bare).update(message).digest('hex');
  const expected = Buffer.from(signature, 'hex');
  const headers = { 'x-platform-timestamp': stamp, 'x-platform-signature': signature };
  const forged = { ...headers, 'x-platform-signature': '0'.repeat(64) };
  const stale = { ...headers, 'x-platform-timestamp': '1' };
  const octokit = await import('@octokit/webhooks-methods');
  const { createHmac, timingSafeEqual } = crypto;

  const right =
    sign({ secret: key, timestampMs: nowMs, path }) === signature &&
    verify({ headers, path, keys: [key], nowMs }).ok &&
    verify({ headers, path, keys: [other, key], nowMs }).ok &&
    !verify({ headers: forged, path, keys: [other, key], nowMs }).ok &&
    verify({ headers: stale, path, keys: [key], nowMs }).reason === 'stale_timestamp';
  if (!right) throw new Error('the product signs or verifies wrongly: nothing to measure');

  const candidates = [
    { name: 'raw sign', fn: () => createHmac('sha256', bare).update(message).digest('hex') },
    { name: 'sign', fn: () => sign({ secret: key, timestampMs: nowMs, path }) },
    { name: 'raw verify', fn: () => timingSafeEqual(createHmac('sha256', bare).update(message).digest(), expected) },
    { name: 'verify', fn: () => verify({ headers, path, keys: [key], nowMs }) },
    { name: 'verify overlap', fn: () => verify({ headers, path, keys: [other, key], nowMs }) },
    { name: 'reject stale', fn: () => verify({ headers: stale, path, keys: [key], nowMs }) },
  ];
  const ops = interleave(candidates, scale);
  const count = scale === 'quick' ? 200 : 20_000;
  const peer = await interleaveAsync(octokit, secret, message, ops['raw verify'].length, count, bare, expected);
  const yard = (name) => ({ name: `node:crypto ${name}`, values: ops[name] });
  return [
    judge({
      id: 'signing.sign',
      workload: 'sign a path of 63 bytes',
      unit: 'ops/s',
      product: ops.sign,
      yardstick: yard('raw sign'),
      goal: 1,
    }),
    judge({
      id: 'signing.verify',
      workload: 'verify, one key',
      unit: 'ops/s',
      product: ops.verify,
      yardstick: yard('raw verify'),
      goal: 1,
      extra: { peer: { name: '@octokit/webhooks-methods verify', ratio_to_raw: peer } },
    }),
    judge({
      id: 'signing.verify_overlap',
      workload: 'verify, the second of two keys matches',
      unit: 'ops/s',
      product: ops['verify overlap'],
      yardstick: yard('raw verify'),
      goal: 0.55,
    }),
    judge({
      id: 'signing.reject_stale',
      workload: 'refuse a stale timestamp before any hash',
      unit: 'ops/s',
      product: ops['reject stale'],
      yardstick: yard('raw verify'),
      goal: 5,
    }),
  ];
}

/** The peer works with promises only, so it alternates with the yardstick in a loop of its own. */
async function interleaveAsync(octokit, secret, message, rounds, count, bare, expected) {
  const signed = await octokit.sign(secret, message);
  const ratios = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = process.hrtime.bigint();
    for (let i = 0; i < count; i += 1)
      if (!(await octokit.verify(secret, message, signed))) throw new Error('the peer verifies wrongly');
    const middle = process.hrtime.bigint();
    for (let i = 0; i < count; i += 1)
      crypto.timingSafeEqual(crypto.createHmac('sha256', bare).update(message).digest(), expected);
    ratios.push(Number(process.hrtime.bigint() - middle) / Number(middle - from));
  }
  ratios.sort((a, b) => a - b);
  return Number(ratios[rounds >> 1].toPrecision(3));
}
