import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { SubmissionsRepository } from './submissions.repository.js';

/** Weighs the cases again whose Drive has an exception that is over by its day. */
@Injectable()
export class WeighCases {
  constructor(
    private readonly transactor: Transactor,
    private readonly submissions: SubmissionsRepository,
  ) {}

  async execute(): Promise<void> {
    await this.transactor.run(async (tx) => {
      for (const driveId of await this.submissions.withExpiredExceptions(tx))
        await this.submissions.weighOf(tx, driveId);
    });
  }
}
