// Scripted Drives (poll-drives.mjs) outside of the measuring process.
import { fork } from 'node:child_process';
import { inRoot } from '../lib/root.mjs';

/** `work({ ask, ports })` with Drives in a process of their own, to which `ask(task, input)` sends a task. */
export async function withDrives(input, work) {
  const child = fork(inRoot('scripts/bench/poll-drives.mjs'));
  const waiting = new Map();
  let last = 0;
  child.on('message', ({ id, result }) => {
    waiting.get(id).resolve(result);
    waiting.delete(id);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the scripted Drives have ended'));
  });
  const ask = (task, given) =>
    new Promise((resolve, reject) => {
      waiting.set((last += 1), { resolve, reject });
      child.send({ id: last, task, input: given });
    });
  try {
    return await work({ ask, ports: await ask('start', input) });
  } finally {
    child.disconnect();
  }
}
