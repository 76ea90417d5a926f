import { parentPort, workerData } from 'node:worker_threads';
import { GuardedHttp } from '../../outbound/guarded-http.js';
import type { AnswerMessage, ThreadSettings, ThreadWork, WorkMessage } from './thread-work.js';

/** The first file of every thread: loads the task once and answers one piece of work after the other. */
const { task, sandboxPorts } = workerData as ThreadSettings;
const http = new GuardedHttp(sandboxPorts);
const answer = (message: AnswerMessage): void => parentPort!.postMessage(message);

async function run({ input }: WorkMessage): Promise<void> {
  const { work } = (await import(task)) as { work: ThreadWork<unknown, unknown, unknown> };
  // What a piece of work that failed left behind must not speak in the name of the next one.
  let over = false;
  const tell = (progress: unknown): void => void (over || answer({ progress }));
  try {
    answer({ output: await work(input, { http, tell }) });
  } finally {
    over = true;
  }
}

parentPort!.on('message', (message: WorkMessage) => {
  run(message).catch((error: unknown) => answer({ failure: error instanceof Error ? `${error.stack}` : 'no error' }));
});
