import { Injectable } from '@nestjs/common';
import { currentScope } from '@portal/platform/database';
import { secretsErrors } from '../errors.js';
import { SigningKeysRepository, type SignableRow, type Signs } from '../keys/signing-keys.repository.js';

interface Waiting {
  readonly signs: Signs;
  readonly resolve: (row: SignableRow | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of calls per statement. */
const MAX_TOGETHER = 256;

/**
 * Reserves timestamps for signing. One statement checks that the keys are valid and advances their clocks; calls of this
 * process that arrive while it is running share the next one, whatever their Drives. Nothing is kept in reserve: each
 * timestamp was reserved after its call began, so it is as recent as one from a statement of its own.
 */
@Injectable()
export class SigningReservations {
  private readonly queues = new Map<string, Waiting[]>();

  constructor(private readonly keys: SigningKeysRepository) {}

  /**
   * The newest valid key with a timestamp for this call only.
   * @throws AppError `signing_clock_ahead` (503)
   */
  next(signs: Signs): Promise<SignableRow | undefined> {
    const id = whoMayShare(signs);
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(id);
      if (queue) {
        queue.push({ signs, resolve, reject });
        return;
      }
      this.queues.set(id, [{ signs, resolve, reject }]);
      void this.serve(id);
    });
  }

  private async serve(id: string): Promise<void> {
    for (;;) {
      // Concurrent reservations share the statement of the first one.
      await Promise.resolve();
      const queue = this.queues.get(id)!;
      const together = queue.splice(0, MAX_TOGETHER);
      if (together.length === 0) {
        this.queues.delete(id);
        return;
      }
      try {
        await this.hand(together);
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
  }

  private async hand(together: readonly Waiting[]): Promise<void> {
    const alike = new Map<string, Waiting[]>();
    for (const one of together) {
      const id = idOf(one.signs);
      alike.set(id, [...(alike.get(id) ?? []), one]);
    }
    const groups = [...alike.values()];
    const rows = await this.keys.reserveEach(groups.map((group) => ({ of: group[0]!.signs, count: group.length })));
    for (const [place, group] of groups.entries()) {
      const row = rows[place];
      for (const [i, { resolve, reject }] of group.entries())
        if (row === 'clock_ahead') reject(secretsErrors.signing_clock_ahead());
        else resolve(row && { ...row, timestampMs: row.timestampMs + i });
    }
  }
}

const idOf = ({ driveId, tenantId }: Signs): string => `${driveId}:${tenantId ?? ''}`;

/** A statement reads in the scope of the call that begins it: a caller shares only with callers of the same scope. */
function whoMayShare(signs: Signs): string {
  const kind = currentScope()?.kind;
  return kind === 'caller' ? idOf(signs) : (kind ?? 'none');
}
