/**
 * `drop-before`: the connection is cut, nothing happened. `drop-after`: executed and stored, then cut. `delay`: waits
 * `delayMs` while it holds the idempotency key, then continues. `429`, `409`, `401`, `403`: answered so, not executed,
 * not stored; a `429` asks in `Retry-After` to wait for `delayMs`. `400`, `404`: not executed, refused for a reason of
 * the provider's own, stored and replayed. `500`: executed and stored, but answered (and replayed) as a 500.
 * `500-empty`: not executed, 500 stored and replayed.
 */
export const faultKinds = [
  'drop-before',
  'drop-after',
  'delay',
  '429',
  '409',
  '401',
  '403',
  '400',
  '404',
  '500',
  '500-empty',
] as const;

export interface Fault {
  kind: (typeof faultKinds)[number];
  /** Path without query; a `*` at the end matches any rest. */
  path: string;
  method: string;
  /** How many requests it still hits. */
  times: number;
  delayMs: number;
}

/** Faults waiting to happen. They live in memory and end with the process. */
export class FaultPlan {
  private readonly waiting: Fault[] = [];

  add(fault: Fault): void {
    this.waiting.push(fault);
  }

  clear(): void {
    this.waiting.length = 0;
  }

  list(): readonly Fault[] {
    return this.waiting;
  }

  /** The first fault that fits, used up by one. */
  take(method: string, path: string): Fault | undefined {
    const at = this.waiting.findIndex((fault) => fault.method === method && matches(fault.path, path));
    const fault = this.waiting[at];
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times <= 0) this.waiting.splice(at, 1);
    return { ...fault };
  }
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
}
