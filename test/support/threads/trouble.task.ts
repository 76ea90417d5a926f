import { get } from 'node:http';
import type { CheckManifestInput } from '../../../libs/listings/src/validator/check-manifest.task.js';
import type { ThreadWork } from '@portal/platform/jobs';

const hoard: unknown[] = [];

/** Resolves once the Drive lets a run continue. Asked without the guarded client, whose timeout is seconds. */
const released = (manifestUrl: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const gate = get(manifestUrl, { headers: { 'x-gate': '1' } }, (answer) => answer.resume().once('end', resolve));
    gate.once('error', reject);
  });

/** Worst cases of a thread's code, by a word in the address; anything else is the validator's own work. */
const TROUBLE: Record<string, (tools: Parameters<ThreadWork<unknown, unknown>>[1]) => unknown> = {
  spin: () => {
    for (;;);
  },
  /** As deaf as `spin`, but without a processor that the others need. */
  sleep: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  heap: () => {
    for (;;) hoard.push(Array.from({ length: 1_000 }, (_, i) => ({ i })));
  },
  text: () => {
    for (;;) hoard.push(`${'x'.repeat(1_000_000)}${hoard.length}`.split(''));
  },
  recursion: function again(tools): unknown {
    return [TROUBLE['recursion']!(tools)];
  },
  exit: () => process.exit(3),
  throw: () => {
    throw new Error('thrown on purpose');
  },
  reject: () => {
    void Promise.reject(new Error('nobody listens'));
    return new Promise(() => undefined);
  },
  environment: () => ({ ...process.env }),
  inside: ({ http }) => http.attempt({ url: 'http://127.0.0.1:5432/' }),
  named: ({ http }) => http.attempt({ url: 'https://localhost/' }),
  loopback: ({ http }) => http.attempt({ url: 'http://127.0.0.1:4010/' }),
  chat: () => 'end',
};

export const work: ThreadWork<CheckManifestInput, unknown> = async (input, tools) => {
  const word = /\/trouble\/(\w+)/.exec(input.manifestUrl)?.[1];
  if (word !== undefined && TROUBLE[word]) return TROUBLE[word](tools);
  if (word === 'held') await released(input.manifestUrl);
  const own = await import('../../../libs/listings/src/validator/check-manifest.task.js');
  return own.work(input, tools);
};
