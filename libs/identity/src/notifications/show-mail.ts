import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { MailReaders, type Mail } from '@portal/platform/mail';
import { NotificationsRepository } from './notifications.repository.js';

/** Stores each mail as a notification of its recipient, in the transaction that sends it. */
@Injectable()
export class ShowMail {
  constructor(
    readers: MailReaders,
    private readonly notifications: NotificationsRepository,
  ) {
    readers.register((tx, mail) => this.execute(tx, mail));
  }

  /** False when the recipient has chosen not to get mail about the topic. The caller is usually not the recipient. */
  execute(tx: Tx, mail: Mail): Promise<boolean> {
    return tx.bypassRowSecurity(() => this.notifications.add(tx, mail));
  }
}
