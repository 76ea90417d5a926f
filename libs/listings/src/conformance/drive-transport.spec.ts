import type { TransportRequest } from '@portal/conformance';
import { driveTransport } from './drive-transport.js';

const DEADLINE = 1_000_000;

/** The request sent `ms` after the deadline, with its timeout. */
async function sentAfter(
  ms: number,
  method: TransportRequest['method'],
): Promise<{ timeoutMs: number } | { failure: string }> {
  const sent: number[] = [];
  const client = {
    attempt: async ({ timeoutMs }: { timeoutMs?: number }) => {
      sent.push(timeoutMs!);
      return { failure: 'connect' as const, durationMs: 0 } as never;
    },
  };
  const answer = await driveTransport(client, () => DEADLINE + ms, DEADLINE)({ method, url: 'http://d/', headers: {} });
  return sent.length > 0 ? { timeoutMs: sent[0]! } : (answer as { failure: string });
}

it.each<[number, TransportRequest['method'], object]>([
  [-60_000, 'GET', { timeoutMs: 5_000 }],
  [-2_000, 'POST', { timeoutMs: 2_000 }],
  [0, 'GET', { failure: 'timeout' }],
  [0, 'POST', { failure: 'timeout' }],
  // An install that was made is ended, so the end has more time.
  [0, 'DELETE', { timeoutMs: 5_000 }],
  [7_000, 'DELETE', { timeoutMs: 3_000 }],
  [10_000, 'DELETE', { failure: 'timeout' }],
])('a request %s ms after the deadline of a run is sent by %s or refused', async (ms, method, expected) => {
  expect(await sentAfter(ms, method)).toMatchObject(expected);
});
