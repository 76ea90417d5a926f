import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { SECOND_FACTOR_OF_U } from '../sessions/sessions.repository.js';

/** The account of a login at the provider. */
export interface ExternalUser {
  id: string;
  name: string;
  disabled: boolean;
  secondFactor: boolean;
}

/** A person's identity at a provider. */
export interface ExternalLogin {
  readonly issuer: string;
  readonly subject: string;
}

interface Row {
  id: string;
  name: string;
  disabled: boolean;
  second_factor: boolean;
  demo: boolean;
}

const USER = `u.id, u.name, u.disabled_at is not null as disabled, ${SECOND_FACTOR_OF_U}`;

@Injectable()
export class ExternalLoginsRepository {
  async userOf(tx: Tx, { issuer, subject }: ExternalLogin): Promise<ExternalUser | undefined> {
    const [row] = await tx.query<Row>(
      `select ${USER} from identity.external_logins l join identity.users u on u.id = l.user_id
       where l.issuer = $1 and l.subject = $2`,
      [issuer, subject],
    );
    return row && toUser(row);
  }

  async add(tx: Tx, { issuer, subject }: ExternalLogin, userId: string): Promise<void> {
    await tx.query(
      'insert into identity.external_logins (issuer, subject, user_id) values ($1, $2, $3) on conflict do nothing',
      [issuer, subject, userId],
    );
  }

  /**
   * The account of an address to which its owner may link the login. Undefined for a demo person's account, and for an
   * account with another login at this provider, because an address may have been reassigned to another person.
   */
  async linkable(tx: Tx, { issuer, email }: { issuer: string; email: string }): Promise<string | undefined> {
    return tx.value<string>(
      `select u.id from identity.users u where platform.folded(u.email) = platform.folded($1) and u.demo_person is null
         and u.disabled_at is null
         and not exists (select from identity.external_logins l where l.user_id = u.id and l.issuer = $2)`,
      [email, issuer],
    );
  }
}

function toUser({ id, name, disabled, second_factor }: Row): ExternalUser {
  return { id, name, disabled, secondFactor: second_factor };
}
