import { Injectable } from '@nestjs/common';
import { SigningKeysRepository, type SignableRow } from '../keys/signing-keys.repository.js';

interface Waiting {
  resolve: (row: SignableRow | undefined) => void;
  reject: (error: unknown) => void;
}
type Signs = { driveId: string; tenantId?: string };

/** Calls that one statement may serve. */
const MAX_TOGETHER = 256;

/**
 * Hands out the turns to sign. A turn costs one statement that asks for validity and moves the key's clock; calls of
 * this process that come while one is under way share the next one. Nothing is kept for later: every turn was taken
 * after its call had begun, so it is as fresh as a statement of its own, and no process sits on unused timestamps.
 */
@Injectable()
export class SigningReservations {
  private readonly queues = new Map<string, Waiting[]>();

  constructor(private readonly keys: SigningKeysRepository) {}

  /** The newest valid key with a timestamp of this call's own. @throws AppError `signing_clock_ahead` (503) */
  next(signs: Signs): Promise<SignableRow | undefined> {
    const id = `${signs.driveId}:${signs.tenantId ?? ''}`;
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(id);
      if (queue) {
        queue.push({ resolve, reject });
        return;
      }
      this.queues.set(id, [{ resolve, reject }]);
      void this.serve(id, signs);
    });
  }

  private async serve(id: string, signs: Signs): Promise<void> {
    for (;;) {
      const queue = this.queues.get(id)!;
      const together = queue.splice(0, MAX_TOGETHER);
      if (together.length === 0) {
        this.queues.delete(id);
        return;
      }
      try {
        const row = await this.keys.reserve(signs, { count: together.length });
        together.forEach(({ resolve }, i) => resolve(row && { ...row, timestampMs: row.timestampMs + i }));
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
  }
}
