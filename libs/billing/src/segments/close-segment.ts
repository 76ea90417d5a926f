import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { SegmentsRepository } from './segments.repository.js';
import { SuspensionsRepository } from './suspensions.repository.js';

interface EndedInstall {
  eventId: string;
  installId: string;
  endedAt: Date;
}

/** An install ended: nothing is billed after this instant, also where something that came later was taken in before. */
@Injectable()
export class CloseSegment {
  constructor(
    private readonly transactor: Transactor,
    private readonly segments: SegmentsRepository,
    private readonly suspensions: SuspensionsRepository,
  ) {}

  /** @throws Error while what happened to the install before is not taken in: to be tried again. */
  async execute(end: EndedInstall): Promise<void> {
    await this.transactor.run(async (tx) => {
      const known = await this.segments.known(tx, end.installId);
      if (!known) throw new Error(`install ${end.installId} ended before its activation arrived`);
      await this.segments.assertInOrder(tx, end);
      await this.segments.lockTenantStatus(tx, known);
      await this.suspensions.holdFrom(tx, known.tenantId, end.endedAt);
      await this.segments.cut(tx, end.installId, end.endedAt, end.eventId);
    });
  }
}
