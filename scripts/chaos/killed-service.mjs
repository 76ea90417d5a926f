// A process of the product that is killed without warning and started again.
import { spawn } from 'node:child_process';
import { ownProcess } from '../lib/own-process.mjs';
import { Problem } from '../lib/problem.mjs';
import { root } from '../lib/root.mjs';

const START_MS = 60_000;

export class KilledService {
  #child;
  #stopping = false;

  /** `name`: of the application; `url`: where it answers, if it does. */
  constructor(name, env, url) {
    this.name = name;
    this.env = env;
    this.url = url;
  }

  /** Resolves when it has reported that it is up. */
  async start() {
    const child = spawn(process.execPath, [`dist/apps/${this.name}/src/main.js`], {
      cwd: root,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    if (child.pid) child.once('exit', ownProcess(child.pid));
    child.ended = new Promise((resolve) => child.once('close', resolve));
    let output = '';
    await new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Problem('not_up', `${this.name} does not come up:\n${output}`)),
        START_MS,
      );
      const settle = (work) => {
        clearTimeout(late);
        work();
      };
      child.stderr.on('data', (chunk) => (output += chunk));
      child.stdout.on('data', (chunk) => {
        output += chunk;
        if (output.includes('\n')) settle(resolve);
      });
      child.once('close', (code, signal) =>
        settle(() => reject(new Problem('ended', `${this.name} ended with ${signal ?? code}:\n${output}`))),
      );
    });
  }

  async killAndRestart() {
    this.#child.kill('SIGKILL');
    await this.#child.ended;
    if (!this.#stopping) await this.start();
  }

  async stop() {
    this.#stopping = true;
    if (this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await this.#child.ended;
  }
}
