import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform';
import { SegmentsRepository } from './persistence/segments.repository.js';

export interface EndedInstall {
  eventId: string;
  installId: string;
  endedAt: Date;
}

/** An install ended: nothing is billed after this instant. */
@Injectable()
export class CloseSegment {
  constructor(
    private readonly transactor: Transactor,
    private readonly segments: SegmentsRepository,
  ) {}

  /** @throws Error while what happened to the install before is not taken in: to be tried again. */
  async execute(end: EndedInstall): Promise<void> {
    await this.transactor.run(async (tx) => {
      if (!(await this.segments.known(tx, end.installId)))
        throw new Error(`install ${end.installId} ended before its activation arrived`);
      await this.segments.assertInOrder(tx, end);
      const running = await this.segments.lockOpen(tx, end.installId);
      if (running) await this.segments.end(tx, running.id, end.endedAt, end.eventId);
    });
  }
}
