import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { MailReaders, type Mail } from '@portal/platform/mail';
import { NotificationsRepository } from './notifications.repository.js';

/** Keeps each mail in the portal as well, for the person under its address, in the transaction that sends it. */
@Injectable()
export class ShowMail {
  constructor(
    readers: MailReaders,
    private readonly notifications: NotificationsRepository,
  ) {
    readers.register((tx, mail) => this.execute(tx, mail));
  }

  /** False: this person chose not to be mailed about the topic. Whoever causes a mail need not be who reads it. */
  execute(tx: Tx, mail: Mail): Promise<boolean> {
    return tx.bypassRowSecurity(() => this.notifications.add(tx, mail));
  }
}
