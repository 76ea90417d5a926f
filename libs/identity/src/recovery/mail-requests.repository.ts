import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';

export type AccountMailKind = 'password_reset' | 'confirmation';

@Injectable()
export class MailRequestsRepository {
  constructor(private readonly ids: Ids) {}

  async add(tx: Tx, kind: AccountMailKind, email: string): Promise<string> {
    const id = this.ids.next();
    await tx.query('insert into identity.mail_requests (id, kind, email) values ($1, $2, $3)', [id, kind, email]);
    return id;
  }

  /** Uses the request up; undefined when that happened before. */
  async take(tx: Tx, id: string): Promise<{ kind: AccountMailKind; email: string } | undefined> {
    const [row] = await tx.query<{ kind: AccountMailKind; email: string }>(
      'delete from identity.mail_requests where id = $1 returning kind, email',
      [id],
    );
    return row;
  }
}
