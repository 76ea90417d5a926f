import {
  prepareKey,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
  verify as verifySignature,
  type SignatureReason,
} from '@portal/contract';
import { milliseconds, secretOf, type Command } from './command.js';
import { paint, UsageError } from './io.js';

const WORDS: Readonly<Record<SignatureReason, string>> = {
  missing_signature_headers: 'timestamp or signature is empty',
  stale_timestamp: 'the timestamp is more than 5 minutes away from now, or not plain digits',
  bad_signature: 'the signature does not match this secret, timestamp and path',
};

/** `drive verify <path>`. */
export const verify: Command = {
  summary: 'Check a signature you received',
  usage: '<path> --timestamp MS --signature HEX [--now MS] [--json]',
  details: `
Verifies as a Drive must: both present, at most 300000 ms apart, length, comparison.
The secret comes from PLATFORM_AGENT_SECRET. Exit code 1 when it does not verify.

  --timestamp MS   value of X-Platform-Timestamp as received
  --signature HEX  value of X-Platform-Signature as received
  --now MS         the clock to compare with; now when left out
  --json           print JSON`,
  options: {
    timestamp: { type: 'string' },
    signature: { type: 'string' },
    now: { type: 'string' },
    json: { type: 'boolean' },
  },
  arity: [1, 1],
  async run(args, io) {
    const [timestamp, signature, now] = [args.text('timestamp'), args.text('signature'), args.text('now')];
    if (timestamp === undefined || signature === undefined)
      throw new UsageError('--timestamp and --signature are needed.');
    const result = verifySignature({
      headers: { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature },
      path: args.positionals[0]!,
      keys: [prepareKey(secretOf(io))],
      nowMs: now === undefined ? io.now() : milliseconds('--now', now),
    });
    if (args.flag('json'))
      io.out(`${JSON.stringify(result.ok ? { ok: true } : { ok: false, reason: result.reason })}\n`);
    else if (result.ok) io.out(`${paint(io, 'green', 'valid')}\n`);
    else io.out(`${paint(io, 'red', 'refused')}: ${result.reason} (${WORDS[result.reason]})\n`);
    return result.ok ? 0 : 1;
  },
};
