import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { MessagesRepository } from './persistence/messages.repository.js';

const KEPT_DAYS = 30;

/** Messages are kept for 30 days, to be looked at and sent again. */
@Injectable()
export class ForgetMessages {
  constructor(
    private readonly transactor: Transactor,
    private readonly messages: MessagesRepository,
  ) {}

  async execute(): Promise<void> {
    await this.transactor.run((tx) => this.messages.forgetBefore(tx, KEPT_DAYS));
  }
}
