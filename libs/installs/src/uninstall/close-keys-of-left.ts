import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { SigningKeys } from '@portal/secrets';

const AT_ONCE = 100;

/**
 * Drives of authors whose account ended are called no more once the last install is gone: their keys end then. Not
 * before, because ending an install is a signed call itself.
 */
@Injectable()
export class CloseKeysOfLeft {
  constructor(
    private readonly transactor: Transactor,
    private readonly keys: SigningKeys,
  ) {}

  /** Returns the Drives whose keys were ended. */
  async execute(): Promise<string[]> {
    const closed: string[] = [];
    const due = await this.transactor.run((tx) =>
      tx.query<{ id: string }>(
        `select d.id from authors.drive_reservations d join authors.developer_accounts a on a.org_id = d.org_id and a.state = 'terminated'
         where exists (select from secrets.signing_keys k where k.owner_id = d.id
             and secrets.validity(k.not_before, k.not_after, k.revoked_at) @> (select platform.portal_now()))
           and not exists (select from installs.installs i where i.drive_id = d.id and (i.state not in ('failed', 'revoked') or i.token_proof = 'pending'))
         order by d.id limit ${AT_ONCE}`,
      ),
    );
    for (const { id: driveId } of due) {
      const input = { driveId, actor: SYSTEM_ACTOR, reason: 'The account of the author has ended' };
      if ((await this.transactor.run((tx) => this.keys.close(tx, input))) > 0) closed.push(driveId);
    }
    return closed;
  }
}
