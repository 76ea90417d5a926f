import { randomUUID } from 'node:crypto';
import { threadId } from 'node:worker_threads';

/** Draws something else every time, and says in which thread. */
export const work = (input: object): Promise<Buffer> =>
  Promise.resolve(Buffer.from(JSON.stringify({ input, threadId, drawing: randomUUID() })));
