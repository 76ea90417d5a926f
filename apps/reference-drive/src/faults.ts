import { refuse, type Answer } from './http.js';

const MAX_DELAY_MS = 120_000;

/** A failure that the Drive simulates, for its next `times` platform requests. */
interface Fault {
  /** drop-answer: carried out, then the connection is cut. status: refused. delay: carried out, answered later. */
  readonly kind: 'drop-answer' | 'status' | 'delay';
  readonly times: number;
  /** Only requests with this method, or all. */
  readonly method?: string;
  /** Only requests whose path starts so, or all. */
  readonly path?: string;
  /** For kind status; default 503. */
  readonly status?: number;
  /** For kind delay; default 1000. */
  readonly delayMs?: number;
}

/** State of the whole Drive until it is changed. */
export interface Condition {
  /** Every connection is cut, nothing is carried out. */
  readonly dark: boolean;
  /** Every answer comes so much later, milliseconds. */
  readonly delay_ms: number;
}

/** Queue of faults; the first that fits a request is used up by one. */
export class QueuedFaults {
  private now: Condition = { dark: false, delay_ms: 0 };
  private readonly queue: { fault: Fault; left: number }[] = [];

  /** @returns the error in the description, or undefined when it is queued. */
  add(input: Record<string, unknown>): string | undefined {
    const { kind, times = 1, method, path, status, delay_ms: delayMs } = input;
    if (kind !== 'drop-answer' && kind !== 'status' && kind !== 'delay')
      return 'kind must be drop-answer, status or delay';
    if (!isWhole(times, 1, 10_000)) return 'times must be a whole number from 1 to 10000';
    if (method !== undefined && typeof method !== 'string') return 'method must be a string';
    if (path !== undefined && typeof path !== 'string') return 'path must be a string';
    if (status !== undefined && !isWhole(status, 200, 599)) return 'status must be from 200 to 599';
    if (delayMs !== undefined && !isWhole(delayMs, 0, MAX_DELAY_MS))
      return `delay_ms must be from 0 to ${MAX_DELAY_MS}`;
    this.queue.push({ fault: { kind, times, method, path, status, delayMs }, left: times });
    return undefined;
  }

  clear(): void {
    this.queue.length = 0;
    this.now = { dark: false, delay_ms: 0 };
  }

  condition(): Condition {
    return this.now;
  }

  /** @returns the error in the description, or undefined when it applies from now on. */
  setCondition(input: Record<string, unknown>): string | undefined {
    const dark = input['dark'] === undefined ? this.now.dark : truth(input['dark']);
    const delayMs = input['delay_ms'] === undefined ? this.now.delay_ms : Number(input['delay_ms']);
    if (dark === undefined) return 'dark must be true or false';
    if (!isWhole(delayMs, 0, MAX_DELAY_MS)) return `delay_ms must be from 0 to ${MAX_DELAY_MS}`;
    this.now = { dark, delay_ms: delayMs };
    return undefined;
  }

  list(): object[] {
    return this.queue.map(({ fault, left }) => ({
      kind: fault.kind,
      left,
      method: fault.method ?? null,
      path: fault.path ?? null,
    }));
  }

  /** Answers a request through the fault that fits it; undefined means: cut the connection. */
  async apply(method: string, path: string, carryOut: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.now.dark) return undefined;
    if (this.now.delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, this.now.delay_ms));
    const at = this.queue.findIndex(
      ({ fault }) => (fault.method ?? method) === method && path.startsWith(fault.path ?? ''),
    );
    const found = this.queue[at];
    if (!found) return carryOut();
    found.left -= 1;
    if (found.left <= 0) this.queue.splice(at, 1);
    const { fault } = found;
    if (fault.kind === 'status') return refuse(fault.status ?? 503, 'unavailable');
    if (fault.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? 1000));
    const answer = await carryOut();
    return fault.kind === 'drop-answer' ? undefined : answer;
  }
}

/** Values of a form or JSON for yes and no. */
export function truth(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

const isWhole = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;
