import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { MessagesRepository } from './persistence/messages.repository.js';

const KEPT_DAYS = 30;

/** Deletes messages after 30 days. Until then they can be viewed and resent. */
@Injectable()
export class PurgeMessages {
  constructor(
    private readonly transactor: Transactor,
    private readonly messages: MessagesRepository,
  ) {}

  async execute(): Promise<void> {
    await this.transactor.run((tx) => this.messages.purgeBefore(tx, KEPT_DAYS));
  }
}
