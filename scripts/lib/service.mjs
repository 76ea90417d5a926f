import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Problem, fileProblem } from './problem.mjs';
import { inRoot, root } from './root.mjs';

const STOP_LIMIT_MS = 10_000;
const RESTART_AFTER_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000];
const SETTLED_MS = 60_000;
const READY_LIMIT_MS = 120_000;
const LOG_LIMIT_BYTES = 20 * 1024 * 1024;
/**
 * A small young generation and one helping thread: idle processes stay small, and a request makes little garbage. And a
 * collection of the rest when it has grown by half: left alone, fifty connections let it grow to twice of what lives.
 */
const NODE_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--v8-pool-size=1'];

/**
 * One Node process of the product. Its output goes to a log file; it counts as up when it has printed a JSON line with
 * a value "up" (or "ready": true). Before that an end is a failure of the start, after that it is started again, later each time.
 * Events: 'down' (text, restartInMs) and 'up'.
 */
export class Service extends EventEmitter {
  /** From its ready line to its end. */
  isUp = false;
  #child;
  #stopping = false;
  /** Goes up with every stop: work begun before does not continue after it. */
  #generation = 0;
  #failures = 0;
  #restart;
  #logFrom = 0;

  /**
   * main: the compiled entry, relative to the checkout. env: its complete environment. flags: of Node, besides ours.
   */
  constructor({ name, main, env, logDirectory, flags = [] }) {
    super();
    Object.assign(this, { name, main, env, flags, logFile: path.join(logDirectory, `${name}.log`) });
  }

  get pid() {
    return this.#child?.pid;
  }

  /** Resolves with the JSON of its ready line. Throws Problem with its last lines when it ends before. */
  async start() {
    const entry = inRoot(this.main);
    if (!fs.existsSync(entry))
      throw new Problem(
        'not_built',
        `${this.main} does not exist.`,
        'Remove the directory dist and run the same command again.',
      );
    if (this.#stopping) throw new Problem('stopped', `${this.name} was stopped before it started.`);
    const generation = this.#generation;
    const output = this.#openLog();
    const from = fs.fstatSync(output).size;
    this.#logFrom = from;
    // A process group of its own: Ctrl-C in the terminal is ours to pass on, in order.
    const child = spawn(
      process.execPath,
      [...NODE_FLAGS, ...this.flags, '--require', inRoot('scripts', 'lib', 'exit-with-parent.cjs'), entry],
      {
        cwd: root,
        env: this.env,
        stdio: ['ignore', output, output, 'ipc'],
        detached: process.platform !== 'win32',
        windowsHide: true,
      },
    );
    fs.closeSync(output);
    child.channel?.unref();
    this.#child = child;
    const ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    });
    const ready = await this.#untilReady(child, ended, from);
    const startedAt = Date.now();
    this.isUp = true;
    void ended.then((how) => {
      this.isUp = false;
      this.#onEnd(how, Date.now() - startedAt, generation);
    });
    return ready;
  }

  /**
   * Ends it as `stop` does, also while it starts, and starts it again, also when it had ended. Resolves as `start`, or with
   * undefined when a later restart or stop has taken over.
   */
  async restart(how) {
    const gone = this.stop(how);
    const generation = this.#generation;
    await gone;
    if (generation !== this.#generation) return undefined;
    this.#stopping = false;
    this.#failures = 0;
    return this.start().catch((error) => {
      if (generation === this.#generation) throw error;
      return undefined;
    });
  }

  /** Asks it to stop, and insists after `limitMs`. Resolves when it is gone. */
  async stop({ now = false, limitMs = STOP_LIMIT_MS } = {}) {
    this.#stopping = true;
    this.#generation += 1;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(now ? 'SIGKILL' : 'SIGTERM');
    const insist = setTimeout(() => child.kill('SIGKILL'), limitMs);
    await gone;
    clearTimeout(insist);
  }

  /** Its last output, in this run. */
  lastLines(count = 25) {
    try {
      return fs
        .readFileSync(this.logFile)
        .subarray(this.#logFrom)
        .toString('utf8')
        .trimEnd()
        .split('\n')
        .slice(-count)
        .join('\n');
    } catch {
      return '';
    }
  }

  #openLog() {
    try {
      fs.mkdirSync(path.dirname(this.logFile), { recursive: true });
      const size = fs.statSync(this.logFile, { throwIfNoEntry: false })?.size ?? 0;
      if (size > LOG_LIMIT_BYTES) fs.renameSync(this.logFile, `${this.logFile}.1`);
      return fs.openSync(this.logFile, 'a', 0o600);
    } catch (error) {
      throw fileProblem(error, this.logFile);
    }
  }

  async #untilReady(child, ended, from) {
    const until = Date.now() + READY_LIMIT_MS;
    let over;
    void ended.then((how) => (over = how));
    for (;;) {
      const ready = readyLine(this.logFile, from);
      if (ready) return ready;
      if (over !== undefined) throw this.#startProblem('service_failed', `ended while starting (${over})`);
      if (Date.now() > until) {
        child.kill('SIGKILL');
        throw this.#startProblem('service_slow', `was not ready after ${READY_LIMIT_MS / 1000} s`);
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** `brief` of it leaves out the last lines, for those who see the log anyway. */
  #startProblem(code, what) {
    const brief = `${this.name} ${what}.`;
    return Object.assign(
      new Problem(code, `${brief} Its last lines:\n\n${this.lastLines()}\n`, `All of it: ${this.logFile}`),
      { brief },
    );
  }

  #onEnd(how, afterMs, generation) {
    if (generation !== this.#generation) return;
    if (afterMs > SETTLED_MS) this.#failures = 0;
    const wait = RESTART_AFTER_MS[Math.min(this.#failures, RESTART_AFTER_MS.length - 1)];
    this.#failures += 1;
    this.emit('down', how, wait);
    this.#restart = setTimeout(() => {
      this.start().then(
        () => generation === this.#generation && this.emit('up'),
        () => this.#onEnd('did not start', 0, generation),
      );
    }, wait);
  }
}

/** The first complete JSON line after `from` bytes that says something is "up" or "ready". */
function readyLine(file, from) {
  const handle = fs.openSync(file, 'r');
  try {
    const size = fs.fstatSync(handle).size - from;
    if (size <= 0) return undefined;
    const bytes = Buffer.alloc(size);
    fs.readSync(handle, bytes, 0, size, from);
    const lines = bytes.toString('utf8').split('\n').slice(0, -1);
    for (const line of lines) {
      if (!/^\{.*("up"|"ready":\s*true)/.test(line)) continue;
      try {
        const value = JSON.parse(line);
        if (value.ready === true || Object.values(value).includes('up')) return value;
      } catch {
        // not a line of ours
      }
    }
    return undefined;
  } finally {
    fs.closeSync(handle);
  }
}
