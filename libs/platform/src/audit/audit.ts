import type { Ids } from '@portal/kernel';
import type { Actor } from '../access/actor.js';
import type { Tx } from '../database/transaction/tx.js';

/** The row that was acted on: its kind and its id. */
export type AuditSubject = readonly [type: string, id: string];

export interface AuditDetails {
  before?: object | null | undefined;
  after?: object | null | undefined;
  reason?: string | null | undefined;
}

/** The audit log of a transaction. Entries are never changed or deleted. */
export function auditOf(query: Tx['query'], ids: Ids): Pick<Tx, 'audit'> {
  return {
    async audit(actor: Actor, action: string, [subjectType, subjectId]: AuditSubject, details: AuditDetails = {}) {
      const { before, after, reason } = details;
      await query(
        `insert into platform.audit_log (id, actor_kind, actor_id, actor_name, actor_role, action, subject_type, subject_id, before, after, reason, request_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          ids.next(),
          actor.kind,
          actor.userId,
          actor.name,
          actor.roles[0]?.role ?? actor.kind,
          action,
          subjectType,
          subjectId,
          before ? JSON.stringify(before) : null,
          after ? JSON.stringify(after) : null,
          reason ?? null,
          actor.requestId ?? null,
        ],
      );
    },
  };
}
