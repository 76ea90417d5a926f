import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/transaction/tx.js';
import type { AuditSubject } from './audit.js';
import { hasRole, type Actor, type Role } from '../access/actor.js';

/** Who made the latest change, as shown to the reader, and when in business time. */
export interface Change {
  readonly by: string;
  readonly at: Date;
}

/** The actor of an entry in the audit trail. */
interface AuditedActor {
  readonly kind: Actor['kind'];
  readonly id: string | null;
  readonly name: string;
  readonly role: string;
}

const STAFF = ['reviewer', 'finance', 'admin'] as const satisfies readonly Role[];
/** Shown to authors and operators instead of a person's name. */
const IN_PLACE_OF: Readonly<Record<string, string>> = {
  reviewer: 'the review team',
  finance: 'the operator of this portal',
  admin: 'the operator of this portal',
  host: 'the host platform',
};

/** The latest change of data that several people edit, as shown to one of them. */
@Injectable()
export class LastChange {
  /**
   * For readers who may change it themselves, colleagues are shown by name.
   * @param actions of the audit log entries that count as changes
   */
  async of(tx: Tx, [subjectType, subjectId]: AuditSubject, actions: readonly string[], reader: Actor) {
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

/** Colleagues are shown by name, staff and the host by their kind; staff see everybody by name. */
export function actorNameFor(reader: Actor, { kind, id, name, role }: AuditedActor): string {
  if (kind === 'user' && id !== null && id === reader.userId) return 'you';
  if (STAFF.some((staff) => hasRole(reader, staff))) return name;
  return IN_PLACE_OF[role] ?? name;
}
