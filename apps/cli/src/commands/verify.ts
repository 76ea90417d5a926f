import { prepareKey, SIGNATURE_HEADER, TIMESTAMP_HEADER, verify as verifySignature } from '@portal/contract';
import { milliseconds, secretOf, type Command } from '../command.js';
import { diagnoseSignature, type SignatureDiagnosis } from './diagnose-signature.js';
import { asUrl, readInput } from '../input.js';
import { paint, UsageError } from '../io.js';
import { toJson, wrap } from '../output/text.js';

const UNKNOWN: SignatureDiagnosis = {
  recipes: [],
  cause: 'The signature does not match the secret, timestamp and path, and no known mistake explains it.',
  fix: 'Most likely another secret was used, or the path was changed on the way. Compare both byte by byte. If the body may have been signed, pass it with --body.',
};

/** `drive verify <path>`. */
export const verify: Command = {
  usage: '<path|url> --timestamp MS --signature HEX [--now MS] [--body FILE] [--json]',
  details: `
Verifies a signature as a Drive must: both headers are present, the clocks differ by at most 300000 ms, and length and
value match. If it does not verify, common mistakes are tried and the one that produces this signature is named.
Give the path exactly as it was sent, with its query string. The secret is read from PLATFORM_AGENT_SECRET.

  --timestamp MS   value of the X-Platform-Timestamp header as received
  --signature HEX  value of the X-Platform-Signature header as received
  --now MS         time to compare the timestamp with (default: now)
  --body FILE      body of the request, to find out if it was signed by mistake; - for standard input
  --json           print {ok} or {ok, reason, diagnosis} as one JSON document

Exit codes: 0 valid, 1 not valid, 2 wrong usage or no secret.

Example: drive verify "/api/platform/events?since=0" --timestamp 1763700000000 --signature 5d2f...`,
  options: {
    timestamp: { type: 'string' },
    signature: { type: 'string' },
    now: { type: 'string' },
    body: { type: 'string' },
    json: { type: 'boolean' },
  },
  needs: ['path|url'],
  async run(args, io) {
    const [timestamp, signature, now, body] = ['timestamp', 'signature', 'now', 'body'].map((name) => args.text(name));
    if (timestamp === undefined || signature === undefined)
      throw new UsageError('--timestamp and --signature are required.');
    const url = asUrl(args.positionals[0]!);
    const path = url ? url.pathname + url.search : args.positionals[0]!;
    if (!path.startsWith('/')) throw new UsageError('The path must start with "/" or be a full URL.');
    const nowMs = now === undefined ? io.now() : milliseconds('--now', now);
    const secret = secretOf(io);
    const result = verifySignature({
      headers: { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature },
      path,
      keys: [prepareKey(secret)],
      nowMs,
    });
    if (result.ok) {
      io.out(args.flag('json') ? '{"ok":true}\n' : `${paint(io, 'green', 'valid')}\n`);
      return 0;
    }
    const { reason } = result;
    const refused = {
      reason,
      timestamp,
      signature,
      path,
      secret,
      nowMs,
      ...(body === undefined ? {} : { body: Buffer.from(await readInput(io, body)).toString('utf8') }),
      ...(url ? { origin: url.origin } : {}),
    };
    const diagnosis = diagnoseSignature(refused) ?? null;
    if (args.flag('json')) io.out(`${toJson({ ok: false, reason, diagnosis })}\n`);
    else {
      const { cause, fix, recipes } = diagnosis ?? UNKNOWN;
      const named = recipes.length === 0 ? '' : `  ${paint(io, 'dim', recipes.join(' + '))}`;
      io.out(`${paint(io, 'red', 'refused')}: ${reason}${named}\n`);
      io.out(`    ${wrap(cause, io.width, 4)}\n    ${paint(io, 'dim', 'fix'.padEnd(9))}${wrap(fix, io.width, 13)}\n`);
    }
    return 1;
  },
};
