import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { AUDIT_ROW_COLUMNS, CHAIN_START, sealOf, type AuditRow } from './audit-chain.js';

/** Number of seals that one call recomputes. */
const VERIFY_BATCH = 10_000;
const MAX_PROBLEMS = 100;

/**
 * The end of the chain at some time. If it was recorded elsewhere, it later proves that nothing before it was removed
 * or changed.
 */
export interface AuditHead {
  readonly position: number;
  /** 64 lower-case hex digits. */
  readonly hash: string;
}

type AuditProblemKind = 'changed' | 'missing' | 'gap' | 'unsealed' | 'head';

/** A place at which the log differs from what was sealed. `seq` is the row's number in the log. */
export interface AuditProblem {
  readonly kind: AuditProblemKind;
  readonly position: number | null;
  readonly seq: number | null;
}

export interface AuditVerification {
  readonly checked: number;
  /** Position at which to continue; null at the end of the chain. */
  readonly next: number | null;
  readonly head: AuditHead | null;
  /** Rows that are not sealed yet. */
  readonly waiting: number;
  /** At most 100. */
  readonly problems: readonly AuditProblem[];
}

type Sealed = { position: string; audit_seq: string; hash: Buffer } & { [K in keyof AuditRow]: AuditRow[K] | null };

/** Recomputes the chain over the audit log, one part at a time. */
@Injectable()
export class VerifyAudit {
  constructor(private readonly database: Database) {}

  /**
   * @param after position after which to start; 0 for the first part, which also looks for rows without a seal.
   * @param known a recorded end of the chain, checked with the first part.
   */
  async execute(after: number, known?: AuditHead): Promise<AuditVerification> {
    const head = await this.head();
    const problems = after === 0 ? await this.whole(known) : [];
    const rows = await this.piece(after);
    let previous = await this.hashAt(after);
    let expected = after + 1;
    for (const row of rows) {
      const position = Number(row.position);
      const found = (kind: AuditProblemKind): number => problems.push({ kind, position, seq: Number(row.audit_seq) });
      if (position !== expected || previous === undefined) found('gap');
      else if (row.seq === null) found('missing');
      else if (!sealOf(previous, row as AuditRow).equals(row.hash)) found('changed');
      previous = row.hash;
      expected = position + 1;
    }
    const last = rows.at(-1);
    return {
      checked: rows.length,
      next: rows.length === VERIFY_BATCH ? Number(last!.position) : null,
      head,
      waiting: await this.waiting(),
      problems: problems.slice(0, MAX_PROBLEMS),
    };
  }

  /** The end of the chain; null before the first seal. */
  async head(): Promise<AuditHead | null> {
    const [row] = await this.database.query<{ position: string; hash: Buffer }>(
      'select position, hash from platform.audit_seals order by position desc limit 1',
    );
    return row === undefined ? null : { position: Number(row.position), hash: row.hash.toString('hex') };
  }

  private async hashAt(position: number): Promise<Buffer | undefined> {
    if (position === 0) return CHAIN_START;
    return this.database.value<Buffer>('select hash from platform.audit_seals where position = $1', [position]);
  }

  private async waiting(): Promise<number> {
    return (await this.database.value<number>('select count(*)::int as n from platform.audit_unsealed'))!;
  }

  private piece(after: number): Promise<Sealed[]> {
    return this.database.query<Sealed>(
      `select s.position, s.audit_seq, s.hash, ${AUDIT_ROW_COLUMNS}
       from platform.audit_seals s left join platform.audit_log a on a.seq = s.audit_seq
       where s.position > $1 order by s.position limit $2`,
      [after, VERIFY_BATCH],
    );
  }

  /** What single seals do not show: rows that will never be sealed, and a chain that ends before a known end. */
  private async whole(known: AuditHead | undefined): Promise<AuditProblem[]> {
    const unsealed = await this.database.query<{ seq: string }>(
      `select a.seq from platform.audit_log a
       where not exists (select 1 from platform.audit_seals s where s.audit_seq = a.seq)
         and not exists (select 1 from platform.audit_unsealed u where u.audit_seq = a.seq)
       order by a.seq limit $1`,
      [MAX_PROBLEMS],
    );
    const lost = await this.database.query<{ audit_seq: string }>(
      `select u.audit_seq from platform.audit_unsealed u
       where not exists (select 1 from platform.audit_log a where a.seq = u.audit_seq) order by 1 limit $1`,
      [MAX_PROBLEMS],
    );
    const problems: AuditProblem[] = [
      ...unsealed.map(({ seq }) => ({ kind: 'unsealed' as const, position: null, seq: Number(seq) })),
      ...lost.map((row) => ({ kind: 'missing' as const, position: null, seq: Number(row.audit_seq) })),
    ];
    if (known !== undefined && (await this.hashAt(known.position))?.toString('hex') !== known.hash)
      problems.push({ kind: 'head', position: known.position, seq: null });
    return problems;
  }
}
