import { Injectable } from '@nestjs/common';
import { sha256Hex } from '@portal/platform/crypto';
import type { Secret } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';

/** What a mailed link is for: a new password, or the first one of an account that begins with it. */
export type MailedLinkKind = 'password_reset' | 'confirmation';

/** Links that were mailed to an address. Each proves who reads its mail, and nothing about who asked for it. */
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

  /** The address of an open link, undefined when there is none; without a lock, so it may be used at this very moment. */
  async addressOf(kind: MailedLinkKind, token: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ email: string }>(
      'select email from identity.mailed_links where token_hash = $1 and kind = $2 and expires_at > clock_timestamp()',
      [sha256Hex(token), kind],
    );
    return row?.email;
  }

  /**
   * Uses a link up, and with it every other one of its address; undefined when there is no such open link. Two links of
   * one address that are used at the same moment wait for each other: the second finds itself used.
   * @returns the address
   */
  async take(tx: Tx, kind: MailedLinkKind, token: string): Promise<string | undefined> {
    const [used] = await tx.query<{ email: string }>(
      `with link as (select lower(email) as address from identity.mailed_links
         where token_hash = $1 and kind = $2 and expires_at > clock_timestamp()),
       locked as (select token_hash from identity.mailed_links where lower(email) = (select address from link)
         order by token_hash for update),
       gone as (delete from identity.mailed_links l using locked where l.token_hash = locked.token_hash
         returning l.token_hash, l.email)
       select email from gone where token_hash = $1`,
      [sha256Hex(token), kind],
    );
    return used?.email;
  }

  /** Ends every link of somebody. */
  async endAll(tx: Tx, userId: string): Promise<void> {
    await tx.query(
      `delete from identity.mailed_links l using identity.users u where u.id = $1 and lower(l.email) = lower(u.email)`,
      [userId],
    );
  }
}
