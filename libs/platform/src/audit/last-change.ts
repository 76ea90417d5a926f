import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/tx.js';
import { hasRole, type Actor, type Role } from '../access/actor.js';

/** Who made what holds now, in words for the reader, and when by business time. */
export interface Change {
  readonly by: string;
  readonly at: Date;
}

/** Which entries of the audit trail changed it. */
interface Changes {
  subjectType: string;
  subjectId: string;
  actions: readonly string[];
}

/** Who did something, as the audit trail has it. */
export interface AuditedActor {
  readonly kind: Actor['kind'];
  readonly id: string | null;
  readonly name: string;
  readonly role: string;
}

const STAFF = ['reviewer', 'finance', 'admin'] as const satisfies readonly Role[];
/** Authors and operators deal with these, not with a person. */
const IN_PLACE_OF: Readonly<Record<string, string>> = {
  reviewer: 'the review team',
  finance: 'the operator of this portal',
  admin: 'the operator of this portal',
  host: 'the host platform',
};

/** The newest change of something that several people change, as shown to one of them. */
@Injectable()
export class LastChange {
  /** For whoever may change it themselves: their own colleagues by the name that the audit trail has for them. */
  async of(tx: Tx, { subjectType, subjectId, actions }: Changes, reader: Actor): Promise<Change | undefined> {
    const [row] = await tx.bypassRowSecurity(() =>
      tx.query<AuditedActor & { at: Date }>(
        `select actor_kind as kind, actor_id as id, actor_name as name, actor_role as role, at from platform.audit_log
         where subject_type = $1 and subject_id = $2 and action = any($3) order by seq desc limit 1`,
        [subjectType, subjectId, actions],
      ),
    );
    return row && { by: actorNameFor(reader, row), at: row.at };
  }
}

/** Colleagues by name, staff and the host by what they are; of staff everybody by name to staff. */
export function actorNameFor(reader: Actor, { kind, id, name, role }: AuditedActor): string {
  if (kind === 'user' && id !== null && id === reader.userId) return 'you';
  if (STAFF.some((staff) => hasRole(reader, staff))) return name;
  return IN_PLACE_OF[role] ?? name;
}
