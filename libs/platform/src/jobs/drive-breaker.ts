import { Injectable } from '@nestjs/common';

/** So many calls in a row without an answer, and the Drive is left alone for a while. */
export const FAILURES_TO_OPEN = 5;
export const OPEN_MS = 30_000;

interface Line {
  failures: number;
  /** Wall time, Unix ms. */
  openUntil: number;
  /** After the rest one call goes out first; what comes of it decides for the others. */
  trying: boolean;
}

/**
 * Which Drives are not called now because they do not answer. Closed: called. Open: not called for `OPEN_MS`. After that
 * one call tries; if it fails too, the Drive rests again. Of one process; times are wall time.
 */
@Injectable()
export class DriveBreaker {
  private readonly lines = new Map<string, Line>();

  /** False: leave the Drive alone. True is a promise to `note` what came of the call. */
  admit(driveId: string, nowMs: number): boolean {
    const line = this.lines.get(driveId);
    if (!line || line.failures < FAILURES_TO_OPEN) return true;
    if (nowMs < line.openUntil || line.trying) return false;
    line.trying = true;
    return true;
  }

  /** What was admitted did not call after all. */
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

  /** How long the Drive rests from now on, ms; 0 when it may be called or tried. */
  restMs(driveId: string, nowMs: number): number {
    const line = this.lines.get(driveId);
    return line && line.failures >= FAILURES_TO_OPEN ? Math.max(0, line.openUntil - nowMs) : 0;
  }

  /** Drives that rest at this moment. */
  open(nowMs: number): string[] {
    return [...this.lines]
      .filter(([, line]) => line.failures >= FAILURES_TO_OPEN && nowMs < line.openUntil)
      .map(([driveId]) => driveId);
  }
}
