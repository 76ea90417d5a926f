// Signing and verifying one request: the contract library against bare node:crypto and a well-known peer.
import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import { inRoot } from '../lib/root.mjs';
import { median, race, rounded } from './frame.mjs';

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

  const rawSign = () => createHmac('sha256', bare).update(message).digest('hex');
  const rawVerify = () => timingSafeEqual(createHmac('sha256', bare).update(message).digest(), expected);
  const signs = { name: 'node:crypto raw sign', fn: rawSign };
  const verifies = { name: 'node:crypto raw verify', fn: rawVerify };
  const line = (id, workload, fn, yardstick, goal, extra) =>
    race({ id: `signing.${id}`, workload, scale, fn, yardstick, goal, extra });
  const verifying = (given, keys) => () => verify({ headers: given, path, keys, nowMs });
  const peer = await ratioOfPeer(octokit, secret, message, rawVerify, scale);
  return [
    line('sign', 'sign a path of 63 bytes', () => sign({ secret: key, timestampMs: nowMs, path }), signs, 1),
    line('verify', 'verify, one key', verifying(headers, [key]), verifies, 1, {
      peer: { name: '@octokit/webhooks-methods verify', ratio_to_raw: peer },
    }),
    line('verify_overlap', 'verify, the second of two keys matches', verifying(headers, [other, key]), verifies, 0.55),
    line('reject_stale', 'refuse a stale timestamp before any hash', verifying(stale, [key]), verifies, 5),
  ];
}

/** The peer works with promises only, so it alternates with the yardstick in a loop of its own. */
async function ratioOfPeer(octokit, secret, message, rawVerify, scale) {
  const [rounds, count] = scale === 'quick' ? [2, 200] : [9, 20_000];
  const signed = await octokit.sign(secret, message);
  const ratios = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = process.hrtime.bigint();
    for (let i = 0; i < count; i += 1)
      if (!(await octokit.verify(secret, message, signed))) throw new Error('the peer verifies wrongly');
    const middle = process.hrtime.bigint();
    for (let i = 0; i < count; i += 1) rawVerify();
    ratios.push(Number(process.hrtime.bigint() - middle) / Number(middle - from));
  }
  return rounded(median(ratios));
}
