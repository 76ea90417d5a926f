/**
 * The server's clock as known in the browser. The sandbox's test clock moves business time away from wall time, so
 * relative times and countdowns must not use `Date.now()` alone.
 */
let wallOffsetMs = 0;
let testClockOffsetMs = 0;

/** Learns the server's wall clock from the `generated_at` of an answer (ISO 8601 UTC). */
export function learnServerTime(generatedAt: string): void {
  const at = Date.parse(generatedAt);
  if (!Number.isNaN(at)) wallOffsetMs = at - Date.now();
}

/** Learns how far the sandbox's test clock runs ahead, milliseconds. */
export function learnTestClock(offsetMs: number): void {
  testClockOffsetMs = offsetMs;
}

/** Business time of the server, epoch milliseconds. */
export function serverNowMs(): number {
  return Date.now() + wallOffsetMs + testClockOffsetMs;
}

/** An instant of the machine's clock, by which sessions, tokens and deliveries live, as the portal's clock shows it. */
export function byPortalTime(machineAt: string): string {
  return new Date(Date.parse(machineAt) + testClockOffsetMs).toISOString();
}

/** The running UTC month by business time, `2026-11`. */
export function currentMonth(): string {
  return new Date(serverNowMs()).toISOString().slice(0, 7);
}
