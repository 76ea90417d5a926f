import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { SECOND_FACTOR_OF_U } from '../sessions/sessions.repository.js';

/** The account of a login at the provider. */
export interface ExternalUser {
  id: string;
  name: string;
  disabled: boolean;
  secondFactor: boolean;
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
  constructor(private readonly ids: Ids) {}

  async userOf(tx: Tx, issuer: string, subject: string): Promise<ExternalUser | undefined> {
    const [row] = await tx.query<Row>(
      `select ${USER} from identity.external_logins l join identity.users u on u.id = l.user_id
       where l.issuer = $1 and l.subject = $2`,
      [issuer, subject],
    );
    return row && toUser(row);
  }

  /**
   * Links the login with the account of its address, or with a new one. Undefined for a demo person's account, and for
   * an account with another login at this provider, because an address may have been reassigned to another person. A
   * password set before the address was confirmed is deleted: it may not be the owner's.
   */
  async adopt(
    tx: Tx,
    login: { issuer: string; subject: string; email: string; name: string },
  ): Promise<ExternalUser | undefined> {
    await tx.query(
      `insert into identity.users (id, email, name, email_confirmed_at) values ($1, $2, $3, clock_timestamp()) on conflict do nothing`,
      [this.ids.next(), login.email, login.name],
    );
    const [row] = await tx.query<Row>(
      `update identity.users u set password_hash = case when u.email_confirmed_at is null then null else u.password_hash end,
         email_confirmed_at = coalesce(u.email_confirmed_at, clock_timestamp())
       where platform.folded(u.email) = platform.folded($1) and u.demo_person is null returning ${USER}`,
      [login.email],
    );
    if (!row) return undefined;
    const others = await tx.query(
      'select 1 from identity.external_logins where user_id = $1 and issuer = $2 and subject <> $3',
      [row.id, login.issuer, login.subject],
    );
    if (others.length > 0) return undefined;
    await tx.query(
      'insert into identity.external_logins (issuer, subject, user_id) values ($1, $2, $3) on conflict do nothing',
      [login.issuer, login.subject, row.id],
    );
    return toUser(row);
  }
}

function toUser({ id, name, disabled, second_factor }: Row): ExternalUser {
  return { id, name, disabled, secondFactor: second_factor };
}
