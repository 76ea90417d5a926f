import { Injectable } from '@nestjs/common';
import { sha256Hex } from '@portal/platform/crypto';
import type { Secret } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';

/** Purpose of a mailed link: a new password, or the first one of a new account. */
export type MailedLinkKind = 'password_reset' | 'confirmation';

/** Links mailed to an address. A link proves that its user reads the mail of the address, not who requested it. */
@Injectable()
export class MailedLinksRepository {
  constructor(private readonly database: Database) {}

  async add(tx: Tx, link: { kind: MailedLinkKind; email: string; token: Secret; expiresAt: Date }): Promise<void> {
    await tx.query('insert into identity.mailed_links (token_hash, kind, email, expires_at) values ($1, $2, $3, $4)', [
      sha256Hex(link.token.reveal()),
      link.kind,
      link.email,
      link.expiresAt,
    ]);
  }

  /** The address of an open link, undefined when there is none. Not locked, so it may be used at the same time. */
  async addressOf(kind: MailedLinkKind, token: string): Promise<string | undefined> {
    return this.database.value<string>(
      'select email from identity.mailed_links where token_hash = $1 and kind = $2 and expires_at > clock_timestamp()',
      [sha256Hex(token), kind],
    );
  }

  /**
   * Uses a link, which ends all other links of its address; undefined when there is no such open link. Of two links of
   * one address used at the same time, the second waits and is then already used.
   * @returns the address
   */
  async take(tx: Tx, kind: MailedLinkKind, token: string): Promise<string | undefined> {
    const [used] = await tx.query<{ email: string }>(
      `with link as (select platform.folded(email) as address from identity.mailed_links
         where token_hash = $1 and kind = $2 and expires_at > clock_timestamp()),
       locked as (select token_hash from identity.mailed_links where platform.folded(email) = (select address from link)
         order by token_hash for update),
       gone as (delete from identity.mailed_links l using locked where l.token_hash = locked.token_hash
         returning l.token_hash, l.email)
       select email from gone where token_hash = $1`,
      [sha256Hex(token), kind],
    );
    return used?.email;
  }

  /** Ends all links of a person. */
  async endAll(tx: Tx, userId: string): Promise<void> {
    await tx.query(
      `delete from identity.mailed_links l using identity.users u where u.id = $1 and platform.folded(l.email) = platform.folded(u.email)`,
      [userId],
    );
  }
}
