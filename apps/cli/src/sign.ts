import { SIGNATURE_HEADER, signatureHeaders, TIMESTAMP_HEADER } from '@portal/contract';
import { milliseconds, secretOf, type Command } from './command.js';
import { UsageError } from './io.js';

/** `drive sign <path>`. */
export const sign: Command = {
  summary: 'Sign a request path and print the two headers',
  usage: '<path> [--timestamp MS] [--json]',
  details: `
The path is what goes over the wire: with its query string, with the real install id, nothing decoded.
What is signed is exactly "<timestamp>:<path>". The secret comes from PLATFORM_AGENT_SECRET.

  --timestamp MS  Unix time in milliseconds; now when left out
  --json          print JSON

Example: drive sign "/api/platform/events?since=0"`,
  options: { timestamp: { type: 'string' }, json: { type: 'boolean' } },
  arity: [1, 1],
  async run(args, io) {
    const path = args.positionals[0]!;
    const given = args.text('timestamp');
    const timestampMs = given === undefined ? io.now() : milliseconds('--timestamp', given);
    const secret = secretOf(io);
    let headers;
    try {
      headers = signatureHeaders({ secret, timestampMs, path });
    } catch (error) {
      if (error instanceof RangeError) throw new UsageError(error.message);
      throw error;
    }
    if (args.flag('json')) {
      io.out(`${JSON.stringify({ timestamp_ms: timestampMs, path, signature: headers[SIGNATURE_HEADER], headers })}\n`);
    } else {
      io.out(`${TIMESTAMP_HEADER}: ${headers[TIMESTAMP_HEADER]}\n${SIGNATURE_HEADER}: ${headers[SIGNATURE_HEADER]}\n`);
    }
    return 0;
  },
};
