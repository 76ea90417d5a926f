import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '../database/tx.js';
import type { Actor } from '../access/actor.js';

/** The row that was acted on: its kind and its id. */
export type AuditSubject = readonly [type: string, id: string];

interface AuditDetails {
  before?: object | null | undefined;
  after?: object | null | undefined;
  reason?: string | null | undefined;
}

/** Records who did what to which row, in the same transaction. Entries are never changed or deleted. */
@Injectable()
export class Audit {
  constructor(private readonly ids: Ids) {}

  /** @param action What happened, `noun.verb` in past tense: `listing.approved`. */
  async record(
    tx: Tx,
    actor: Actor,
    action: string,
    [subjectType, subjectId]: AuditSubject,
    { before, after, reason }: AuditDetails = {},
  ): Promise<void> {
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
        action,
        subjectType,
        subjectId,
        before ? JSON.stringify(before) : null,
        after ? JSON.stringify(after) : null,
        reason ?? null,
        actor.requestId ?? null,
      ],
    );
  }
}
