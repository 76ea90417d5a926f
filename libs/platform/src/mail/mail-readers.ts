import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/transaction/tx.js';
import type { Mail } from './mailer.js';

/** Stores a mail as a notification for the account of its address; returns whether to send it as well. */
type ShowMail = (tx: Tx, mail: Mail) => Promise<boolean>;

/** Port for notifications, implemented by the feature that knows people. */
@Injectable()
export class MailReaders {
  private showMail: ShowMail | undefined;

  /** @throws Error when one is already registered. */
  register(show: ShowMail): void {
    if (this.showMail) throw new Error('a reader of mail is already registered');
    this.showMail = show;
  }

  /**
   * @throws Error when none is registered: such a process must not send mail, because it does not know people's
   *   preferences.
   */
  show(tx: Tx, mail: Mail): Promise<boolean> {
    if (!this.showMail) throw new Error('no reader of mail is registered');
    return this.showMail(tx, mail);
  }
}
