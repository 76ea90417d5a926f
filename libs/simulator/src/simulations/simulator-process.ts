import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import type { ScenarioProblem } from '../scenario/domain/shapes.js';

const LONGEST_MS = 180_000;
const HEAP_MB = 512;

/** Result of a played scenario. `failed` has a message for people. */
type Played =
  | { kind: 'done'; result: string }
  | { kind: 'refused'; problems: readonly ScenarioProblem[] }
  | { kind: 'failed'; why: string };

interface ProcessMessage {
  progress?: { done: number; of: number };
  result?: object;
  problems?: ScenarioProblem[];
}

/** Runs the program of `npm run simulate` as a process with its own heap, time limit and environment. */
@Injectable()
export class SimulatorProcess {
  /** Path of the compiled program; tests set it, because they run from sources. */
  main = path.resolve(__dirname, '../program/main.js');

  constructor(private readonly config: Config) {}

  /** Never throws. `onProgress` is called after every step of the scenario. */
  async play(scenario: string, onProgress: (done: number, of: number) => void): Promise<Played> {
    const server = this.config.simulatorDatabaseUrl;
    if (!server) return { kind: 'failed', why: 'SIMULATOR_DATABASE_URL names no server.' };
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, this.main], {
        env: { PATH: process.env['PATH'] ?? '', SIMULATOR_DATABASE_URL: server.reveal() },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let last: Played | undefined;
      let noise = '';
      let late = false;
      const end = setTimeout(() => {
        late = true;
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
      }, LONGEST_MS);
      readline.createInterface({ input: child.stdout }).on('line', (line) => {
        const message = JSON.parse(line) as ProcessMessage;
        if (message.progress) onProgress(message.progress.done, message.progress.of);
        if (message.result) last = { kind: 'done', result: JSON.stringify(message.result) };
        if (message.problems) last = { kind: 'refused', problems: message.problems };
      });
      child.stderr.on('data', (chunk: Buffer) => (noise = `${noise}${chunk.toString()}`.slice(-4_000)));
      child.stdin.on('error', () => undefined);
      child.stdin.end(scenario);
      const finish = (why: string): void => {
        clearTimeout(end);
        resolve(last ?? { kind: 'failed', why });
      };
      child.once('error', (error) => finish(error.message));
      child.once('close', () =>
        finish(late ? `It took longer than ${LONGEST_MS / 1_000} seconds.` : firstLine(noise) || 'The process ended.'),
      );
    });
  }
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 500);
}
