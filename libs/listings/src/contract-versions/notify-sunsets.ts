import { Injectable } from '@nestjs/common';
import { isoDates, Transactor } from '@portal/platform/database';
import { SunsetDue } from '../events.js';
import { SunsetNoticesRepository } from './sunset-notices.repository.js';

/** Announces once each that the contract version of a live Drive ends in 180, 30 and 7 days, and that it has ended. */
@Injectable()
export class NotifySunsets {
  constructor(
    private readonly transactor: Transactor,
    private readonly notices: SunsetNoticesRepository,
  ) {}

  async execute(): Promise<void> {
    await this.transactor.run(async (tx) => {
      const due = await this.notices.noticeDue(tx);
      await tx.emitMany(SunsetDue, due.map(isoDates));
    });
  }
}
