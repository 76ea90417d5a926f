import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';
import { GrantsRepository } from '../people/grants.repository.js';

const OPEN = 'token_hash = $1 and used_at is null and expires_at > clock_timestamp()';

/** One-time links of the installation, by the hash of their token. */
@Injectable()
export class AdminLinksRepository {
  constructor(
    private readonly database: Database,
    private readonly grants: GrantsRepository,
  ) {}

  async isOpen(hash: string): Promise<boolean> {
    return (await this.database.query(`select 1 from identity.admin_links where ${OPEN}`, [hash])).length > 0;
  }

  /** Uses the link up for an account, which becomes an admin. False when it is not open any more. */
  async use(tx: Tx, hash: string, userId: string): Promise<boolean> {
    const used = await tx.query(
      `update identity.admin_links set used_at = clock_timestamp(), used_by = $2 where ${OPEN} returning used_by`,
      [hash, userId],
    );
    if (used.length > 0) await this.grants.add(tx, userId, { role: 'admin', scopeId: null }, null);
    return used.length > 0;
  }
}
