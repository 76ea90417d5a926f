import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '../database/tx.js';
import type { Actor } from '../access/actor.js';

interface AuditEntry {
  actor: Actor;
  /** What happened, `noun.verb` in past tense: `listing.approved`. */
  action: string;
  subjectType: string;
  subjectId: string;
  before?: object | null;
  after?: object | null;
  reason?: string | null;
}

/** Records who did what to which row, in the same transaction. Entries are never changed or deleted. */
@Injectable()
export class Audit {
  constructor(private readonly ids: Ids) {}

  async record(tx: Tx, entry: AuditEntry): Promise<void> {
    const { actor } = entry;
    const role = actor.roles[0]?.role ?? actor.kind;
    await tx.query(
      `insert into platform.audit_log (id, actor_kind, actor_id, actor_name, actor_role, action, subject_type, subject_id, before, after, reason, request_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        this.ids.next(),
        actor.kind,
        actor.userId,
        actor.name,
        role,
        entry.action,
        entry.subjectType,
        entry.subjectId,
        entry.before === undefined || entry.before === null ? null : JSON.stringify(entry.before),
        entry.after === undefined || entry.after === null ? null : JSON.stringify(entry.after),
        entry.reason ?? null,
        actor.requestId ?? null,
      ],
    );
  }
}
