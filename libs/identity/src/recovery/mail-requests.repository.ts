import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import type { MailedLinkKind } from '../people/mailed-links.repository.js';

/** The reason for a warning to an owner. */
export type WarningKind = 'wrong_passwords' | 'wrong_codes';

interface MailRequest {
  readonly kind: MailedLinkKind | WarningKind;
  readonly email: string;
  /** Requested from a place where the account's owner has signed in before. */
  readonly known: boolean;
}

@Injectable()
export class MailRequestsRepository {
  constructor(private readonly ids: Ids) {}

  async add(tx: Tx, { kind, email, known }: MailRequest): Promise<string> {
    const id = this.ids.next();
    await tx.query('insert into identity.mail_requests (id, kind, email, known) values ($1, $2, $3, $4)', [
      id,
      kind,
      email,
      known,
    ]);
    return id;
  }

  /** Takes the request; undefined when it was taken before. */
  async take(tx: Tx, id: string): Promise<MailRequest | undefined> {
    const [row] = await tx.query<MailRequest>(
      'delete from identity.mail_requests where id = $1 returning kind, email, known',
      [id],
    );
    return row;
  }
}
