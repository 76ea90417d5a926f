import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { SegmentsRepository } from './segments.repository.js';
import { TenantSuspensionsRepository } from './tenant-suspensions.repository.js';

interface EndedInstall {
  eventId: string;
  installId: string;
  endedAt: Date;
}

/** Ends an install's billing at this instant, even if something later was processed before. */
@Injectable()
export class CloseSegment {
  constructor(
    private readonly transactor: Transactor,
    private readonly segments: SegmentsRepository,
    private readonly suspensions: TenantSuspensionsRepository,
  ) {}

  /** @throws Error while an earlier event about the install is not processed yet: to be retried. */
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
