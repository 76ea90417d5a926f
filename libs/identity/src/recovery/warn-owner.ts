import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { AccountMailRequested } from '../events.js';
import { MailRequestsRepository, type WarningKind } from './mail-requests.repository.js';

/**
 * Queues a warning to the account's owner about many wrong attempts. It is sent in the background, so that the request
 * takes the same work for an address without an account.
 */
@Injectable()
export class WarnOwner {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: MailRequestsRepository,
    private readonly outbox: Outbox,
  ) {}

  async execute(kind: WarningKind, email: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      const id = await this.requests.add(tx, { kind, email, known: false });
      await this.outbox.emit(tx, AccountMailRequested, { request_id: id });
    });
  }
}
