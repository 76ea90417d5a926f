import { Injectable } from '@nestjs/common';

/** Number of consecutive calls without an answer after which a Drive is not called for a while. */
export const FAILURES_TO_OPEN = 5;
export const OPEN_MS = 30_000;

interface Line {
  failures: number;
  /** Wall time, Unix ms. */
  openUntil: number;
  /** After the pause one call is made first; its result decides about the others. */
  trying: boolean;
}

/**
 * Circuit breaker per Drive. Closed: it is called. Open: not called for `OPEN_MS`. Then one call tries; if it fails
 * too, the breaker opens again. Per process; times are wall time.
 */
@Injectable()
export class DriveBreaker {
  private readonly lines = new Map<string, Line>();

  /** False: do not call the Drive. After true, the caller must report the result with `note`. */
  admit(driveId: string, nowMs: number): boolean {
    const line = this.lines.get(driveId);
    if (!line || line.failures < FAILURES_TO_OPEN) return true;
    if (nowMs < line.openUntil || line.trying) return false;
    line.trying = true;
    return true;
  }

  /** An admitted call was not made after all. */
  forgo(driveId: string): void {
    const line = this.lines.get(driveId);
    if (line) line.trying = false;
  }

  note(driveId: string, answered: boolean, nowMs: number): void {
    if (answered) {
      this.lines.delete(driveId);
      return;
    }
    const failures = (this.lines.get(driveId)?.failures ?? 0) + 1;
    this.lines.set(driveId, { failures, openUntil: nowMs + OPEN_MS, trying: false });
  }

  /** Remaining pause of the Drive, ms; 0 when it may be called. */
  restMs(driveId: string, nowMs: number): number {
    const line = this.lines.get(driveId);
    return line && line.failures >= FAILURES_TO_OPEN ? Math.max(0, line.openUntil - nowMs) : 0;
  }

  /** Drives with an open breaker. */
  open(nowMs: number): string[] {
    return [...this.lines]
      .filter(([, line]) => line.failures >= FAILURES_TO_OPEN && nowMs < line.openUntil)
      .map(([driveId]) => driveId);
  }
}
