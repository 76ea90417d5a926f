import { AsyncResource } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

/**
 * Sends the answers of one turn of the event loop at its end. One that is sent alone wakes its reader, which takes the
 * system as long as the answer took us; the reader of several is still awake for the next.
 */
export function registerSending(fastify: FastifyInstance): void {
  const ready: ((error?: Error) => void)[] = [];
  // In the context of no request: theirs have ended.
  const sendAll = AsyncResource.bind(() => {
    for (const send of ready.splice(0))
      try {
        send();
      } catch (error) {
        send(error as Error);
      }
  });
  fastify.addHook('onSend', (_request, _reply, _body, done) => {
    if (ready.push(done) === 1) setImmediate(sendAll);
  });
}
