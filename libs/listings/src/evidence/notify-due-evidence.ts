import { Injectable } from '@nestjs/common';
import { isoDates, Transactor } from '@portal/platform/database';
import { EvidenceDue } from '../events.js';
import { EvidenceRepository } from './evidence.repository.js';

/** Announces once each that evidence of a live Drive's claim ends in 60, in 30, in 7 days, and that it is over. */
@Injectable()
export class NotifyDueEvidence {
  constructor(
    private readonly transactor: Transactor,
    private readonly evidence: EvidenceRepository,
  ) {}

  async execute(): Promise<void> {
    await this.transactor.run(async (tx) => {
      const due = await this.evidence.noticeDue(tx);
      await tx.emitMany(EvidenceDue, due.map(isoDates));
    });
  }
}
