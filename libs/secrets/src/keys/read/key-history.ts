import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

/** One change of the keys of a Drive, from the audit log. */
export interface KeyChange {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly actorName: string;
  readonly version: number | null;
  readonly fingerprint: string | null;
  readonly forced: boolean;
  readonly reason: string | null;
}

/** Changes of the keys of a Drive, newest first. */
@Injectable()
export class KeyHistory {
  constructor(private readonly database: Database) {}

  execute(driveId: string, limit: number): Promise<KeyChange[]> {
    return this.database.query<KeyChange>(
      `select id, at, action, actor_name as "actorName", (after->>'version')::int as version, after->>'fingerprint' as fingerprint,
         coalesce((after->>'forced')::boolean, false) as forced, reason
       from platform.audit_log
       where subject_type = 'drive' and subject_id = $1 and action like 'signing\\_key.%' and action <> 'signing_key.rehearsed'
       order by at desc, id desc limit $2`,
      [driveId, limit],
    );
  }
}
