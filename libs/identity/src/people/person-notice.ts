import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { PersonDisabled, PersonEnabled } from '../events.js';
import { AccountMails } from '../notifications/account-mails.js';
import type { PersonRow } from './users.repository.js';

/** Mail, event and audit entry when a person is disabled or enabled. */
@Injectable()
export class PersonNotice {
  constructor(private readonly mails: AccountMails) {}

  /** @param after what was ended */
  async changed(
    tx: Tx,
    to: 'disabled' | 'enabled',
    { id, email }: PersonRow,
    { actor, reason, after }: { actor: Actor; reason: string; after?: object },
  ): Promise<void> {
    await this.mails[to](tx, email);
    await tx.emit(to === 'disabled' ? PersonDisabled : PersonEnabled, { user_id: id });
    await tx.audit(actor, `user.${to}`, ['user', id], { after, reason });
  }
}
