import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/tx.js';
import type { Mail } from './mailer.js';

/** Shows a mail to whoever has an account under its address; answers whether it is to be sent as well. */
type ShowMail = (tx: Tx, mail: Mail) => Promise<boolean>;

/** Who reads mail in the portal: known to the feature that knows persons, which says so once. */
@Injectable()
export class MailReaders {
  private showMail: ShowMail | undefined;

  /** @throws Error when somebody else has registered before. */
  register(show: ShowMail): void {
    if (this.showMail) throw new Error('whoever shows mail has registered already');
    this.showMail = show;
  }

  /** @throws Error where nobody registered: such a process must not send, because it does not know what people chose. */
  show(tx: Tx, mail: Mail): Promise<boolean> {
    if (!this.showMail) throw new Error('nobody has registered to show mail');
    return this.showMail(tx, mail);
  }
}
