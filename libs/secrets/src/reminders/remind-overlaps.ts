import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { dueReminder, REMINDER_HOURS } from '../keys/domain/rotation.js';
import { SigningKeyEnding } from '../events.js';
import type { KeyScope } from '../keys/key-view.js';
import { AdoptionRepository } from '../keys/adoption.repository.js';
import { RingsRepository } from '../keys/rings.repository.js';
import { SigningKeysRepository } from '../keys/signing-keys.repository.js';
import { factsOf } from '../keys/ring-facts.js';

/** Notifies authors 12 hours and 1 hour before an old key ends that is still needed; each once. */
@Injectable()
export class RemindOverlaps {
  constructor(
    private readonly transactor: Transactor,
    private readonly adoption: AdoptionRepository,
    private readonly rings: RingsRepository,
    private readonly keys: SigningKeysRepository,
  ) {}

  async execute(): Promise<void> {
    for (const ring of await this.adoption.endingWithin(Math.max(...REMINDER_HOURS))) await this.remind(ring);
  }

  private async remind(of: { scope: KeyScope; ownerId: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const { keys, now } = await this.keys.lockRing(tx, of);
      const due = dueReminder(keys, now);
      const previous = keys.find((key) => key.version === due?.version);
      if (!due || !previous?.notAfter || !(await this.adoption.noteReminder(tx, previous.id, due.hours))) return;
      const newest = keys.reduce((a, b) => (b.version > a.version ? b : a));
      await tx.emit(SigningKeyEnding, {
        ...factsOf(await this.rings.byId(tx, of)),
        key_id: previous.id,
        version: previous.version,
        hours: due.hours,
        ends_at: previous.notAfter.toISOString(),
        newest_version: newest.version,
        newest_accepted: newest.adoptedAt !== null,
      });
    });
  }
}
