import { parentPort, workerData } from 'node:worker_threads';
import { GuardedHttp } from '../../outbound/guarded-http.js';
import type { AnswerMessage, ThreadSettings, ThreadWork, WorkMessage } from './thread-work.js';

/** Entry file of every thread: loads the task once and processes one input after the other. */
const { task, sandboxPorts } = workerData as ThreadSettings;
const http = new GuardedHttp(sandboxPorts);
const answer = (message: AnswerMessage): void => parentPort!.postMessage(message);

async function run({ input }: WorkMessage): Promise<void> {
  const { work } = (await import(task)) as { work: ThreadWork<unknown, unknown> };
  answer({ output: await work(input, { http }) });
}

parentPort!.on('message', (message: WorkMessage) => {
  run(message).catch((error: unknown) => answer({ failure: error instanceof Error ? `${error.stack}` : 'no error' }));
});
