import { prepareKey, sign as signed, SIGNATURE_HEADER, TIMESTAMP_HEADER } from '@portal/contract';
import { milliseconds, secretOf, type Command } from '../command.js';
import { asUrl } from '../input.js';
import { UsageError } from '../io.js';
import { toJson } from '../output/text.js';

/** `drive sign <path>`. */
export const sign: Command = {
  usage: '<path|url> [--timestamp MS] [--json]',
  details: `
Give the path exactly as it is sent: with the query string and the real install ID, and without decoding anything.
The signed text is "<timestamp>:<path>". The secret is read from PLATFORM_AGENT_SECRET.

  --timestamp MS  Unix time in milliseconds (default: now)
  --json          print {timestamp_ms, path, signature, headers} as one JSON document

Exit codes: 0 signed, 2 wrong usage or no secret.

Example: drive sign "/api/platform/events?since=0"`,
  options: { timestamp: { type: 'string' }, json: { type: 'boolean' } },
  needs: ['path|url'],
  async run(args, io) {
    const url = asUrl(args.positionals[0]!);
    const path = url ? url.pathname + url.search : args.positionals[0]!;
    const given = args.text('timestamp');
    const timestampMs = given === undefined ? io.now() : milliseconds('--timestamp', given);
    // As typed: a leading zero is a part of the signed text.
    const timestamp = given ?? String(timestampMs);
    const secret = secretOf(io);
    try {
      signed({ secret, timestampMs, path });
    } catch (error) {
      if (error instanceof RangeError) throw new UsageError(error.message);
      throw error;
    }
    const signature = prepareKey(secret).hmacHex(`${timestamp}:${path}`);
    const headers = { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature };
    if (args.flag('json')) io.out(`${toJson({ timestamp_ms: timestampMs, path, signature, headers })}\n`);
    else for (const [name, value] of Object.entries(headers)) io.out(`${name}: ${value}\n`);
    return 0;
  },
};
