import { createHash } from 'node:crypto';
import { canonicalJson } from '@portal/contract';

/** The sealed content of one audit row; numbers and JSON are texts as the database returns them. */
export interface AuditRow {
  readonly seq: string;
  readonly id: string;
  /** UTC with microseconds. */
  readonly at: string;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly actor_role: string;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  readonly request_id: string | null;
}

/** What a seal covers: all of a row. */
const SEALED = [
  ...(['seq', 'id', 'at', 'actor_kind', 'actor_id', 'actor_name', 'actor_role', 'action'] as const),
  ...(['subject_type', 'subject_id', 'before', 'after', 'reason', 'request_id'] as const),
];

/** Columns of an `AuditRow` for a select from `platform.audit_log a`. */
export const AUDIT_ROW_COLUMNS = `a.seq::text as seq, a.id::text as id,
  to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  a.actor_kind, a.actor_id::text as actor_id, a.actor_name, a.actor_role, a.action, a.subject_type, a.subject_id,
  a.before::text as before, a.after::text as after, a.reason, a.request_id`;

/** Predecessor of the first seal. */
export const CHAIN_START = Buffer.alloc(32);

/** The seal of a row: SHA-256 of the seal before it and the row's canonical JSON (RFC 8785). 32 bytes. */
export function sealOf(previous: Uint8Array, row: AuditRow): Buffer {
  const covered = Object.fromEntries(SEALED.map((column) => [column, row[column]]));
  return createHash('sha256').update(previous).update(canonicalJson(covered)).digest();
}
