import { Injectable } from '@nestjs/common';

/** Number of consecutive calls without an answer after which a receiver is not called for a while. */
export const FAILURES_TO_OPEN = 5;
export const OPEN_MS = 30_000;

interface Line {
  failures: number;
  /** Wall time, Unix ms. */
  openUntil: number;
  /** After the pause one call is made first; its result decides about the others. */
  trying: boolean;
}

/** Those of this process: kinds of receivers that fail for reasons of their own have one each. */
const breakers = new Set<ReceiverBreaker>();

/** Receivers that this process does not call at the moment. @param nowMs wall time, Unix ms */
export function receiversPaused(nowMs: number): number {
  return [...breakers].reduce((sum, breaker) => sum + breaker.open(nowMs).length, 0);
}

/**
 * Circuit breaker per receiver: a Drive, one of its endpoints, a webhook. Closed: it is called. Open: not called for
 * `OPEN_MS`. Then one call tries; if it fails too, the breaker opens again. Per process; times are wall time.
 */
@Injectable()
export class ReceiverBreaker {
  private readonly lines = new Map<string, Line>();

  constructor() {
    breakers.add(this);
  }

  /** False: do not call the receiver. After true, the caller must report the result with `note`. */
  admit(receiver: string, nowMs: number): boolean {
    const line = this.lines.get(receiver);
    if (!line || line.failures < FAILURES_TO_OPEN) return true;
    if (nowMs < line.openUntil || line.trying) return false;
    line.trying = true;
    return true;
  }

  /** An admitted call was not made after all. */
  forgo(receiver: string): void {
    const line = this.lines.get(receiver);
    if (line) line.trying = false;
  }

  note(receiver: string, answered: boolean, nowMs: number): void {
    if (answered) {
      this.lines.delete(receiver);
      return;
    }
    const failures = (this.lines.get(receiver)?.failures ?? 0) + 1;
    this.lines.set(receiver, { failures, openUntil: nowMs + OPEN_MS, trying: false });
  }

  /** Remaining pause of the receiver, ms; 0 when it may be called. */
  restMs(receiver: string, nowMs: number): number {
    const line = this.lines.get(receiver);
    return line && line.failures >= FAILURES_TO_OPEN ? Math.max(0, line.openUntil - nowMs) : 0;
  }

  /** Receivers with an open breaker. */
  open(nowMs: number): string[] {
    return [...this.lines]
      .filter(([, line]) => line.failures >= FAILURES_TO_OPEN && nowMs < line.openUntil)
      .map(([receiver]) => receiver);
  }
}
