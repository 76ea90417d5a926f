import { invalid } from '../http/errors.js';
import type { SandboxDatabase } from '../state/database.js';

/** The emulated clock, for answers of the control plane. */
export async function readClock(database: SandboxDatabase) {
  return database.transaction(async (tx) => {
    const rows = await tx.query<{ offset_ms: string }>('select offset_ms from stripe_sandbox.clock');
    return { now: tx.now.toISOString(), offset_ms: Number(rows[0]?.offset_ms) };
  });
}

/**
 * Moves the clock: `offset_ms` against the machine's clock, or `advance_ms` from its current time. Only forward, once
 * there is an object.
 */
export async function moveClock(
  database: SandboxDatabase,
  move: { offsetMs?: number | undefined; advanceMs: number | undefined },
) {
  const moved = await database.transaction((tx) =>
    tx.query<{ offset_ms: string }>(
      `update stripe_sandbox.clock set offset_ms = coalesce($1::bigint, offset_ms + $2::bigint)
        where coalesce($1::bigint, offset_ms + $2::bigint) >= offset_ms
          or not exists (select from stripe_sandbox.objects) returning offset_ms`,
      [move.offsetMs ?? null, move.advanceMs ?? 0],
    ),
  );
  if (!moved.length) throw invalid('The clock only moves forward.', { code: 'clock_ahead', param: 'offset_ms' });
  return readClock(database);
}
