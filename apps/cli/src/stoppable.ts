import type { Io } from './io.js';
import { createTransport, type LocalTransport } from './transport.js';

/**
 * The transport of a command that Ctrl-C may end at any time: from then on no request is sent any more, but what was
 * installed can still be ended, and an install that is on its way is waited for, because its id must be known to end it.
 * @param timeoutMs longest wait for one answer; the transport's own when absent
 */
export function stoppableTransport(io: Io, timeoutMs?: number): LocalTransport {
  const inner = createTransport();
  const stopped = new Promise<{ failure: string }>((resolve) => {
    const end = (): void => resolve({ failure: 'interrupted' });
    if (io.stop.aborted) end();
    else io.stop.addEventListener('abort', end, { once: true });
  });
  const transport: LocalTransport = (request) => {
    const send = (): ReturnType<LocalTransport> => inner(timeoutMs === undefined ? request : { timeoutMs, ...request });
    if (request.method === 'DELETE') return send();
    if (io.stop.aborted) return stopped;
    return request.method === 'POST' ? send() : Promise.race([send(), stopped]);
  };
  transport.close = () => inner.close();
  return transport;
}
