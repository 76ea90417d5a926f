import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StatementFacts } from '../domain/compose-statement.js';

/**
 * A seal: statements of a month that became final together; `waiting` others did not yet. salt_key hides the leaves from
 * other authors. Anyone who can read this database can read the lines anyway.
 */
@Entity({ schema: 'statements', name: 'months' })
export class StatementMonthEntity {
  @PrimaryColumn({ type: 'int' }) seq: number;
  @Column({ type: 'text' }) month: string;
  @Column({ type: 'uuid' }) runId: string;
  @Column({ type: 'bigint' }) afterTx: string;
  @Column({ type: 'bigint' }) cutoffTx: string;
  @Column({ type: 'bigint' }) sealedTx: string;
  @Column({ type: 'int' }) size: number;
  @Column({ type: 'int', default: 0 }) waiting: number;
  @Column({ type: 'text' }) treeRoot: string;
  @Column({ type: 'text' }) previousRoot: string;
  @Column({ type: 'text' }) root: string;
  @Column({ type: 'bytea' }) saltKey: Buffer;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) sealedAt: Date;
}

/** facts: data as of sealing that may change later: names, texts, outcome. */
@Entity({ schema: 'statements', name: 'statements' })
export class StatementEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'int' }) seal: number;
  @Column({ type: 'text' }) month: string;
  @Column({ type: 'uuid' }) runId: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'uuid', nullable: true }) payoutId: string | null;
  @Column({ type: 'int' }) position: number;
  @Column({ type: 'text' }) statementRoot: string;
  @Column({ type: 'jsonb' }) facts: StatementFacts;
}

/** Level 0 are the statements themselves and the last level is the seal's tree_root; neither is stored here. */
@Entity({ schema: 'statements', name: 'tree_nodes' })
export class StatementTreeNodeEntity {
  @PrimaryColumn({ type: 'int' }) seal: number;
  @PrimaryColumn({ type: 'smallint' }) level: number;
  @PrimaryColumn({ type: 'int' }) position: number;
  @Column({ type: 'bytea' }) hash: Buffer;
}

/** Sealed statements that no longer match their lines and postings. Recorded by the first request that reads one. */
@Entity({ schema: 'statements', name: 'alterations' })
export class StatementAlterationEntity {
  @PrimaryColumn({ type: 'uuid' }) runId: string;
  @PrimaryColumn({ type: 'uuid' }) orgId: string;
  @PrimaryColumn({ type: 'text' }) currency: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) foundAt: Date;
}

/** Statements that are being sealed in batches and become final together. `waiting`: left for later, `author currency`. */
@Entity({ schema: 'statements', name: 'sealings' })
export class StatementSealingEntity {
  @PrimaryColumn({ type: 'uuid' }) runId: string;
  @Column({ type: 'bigint' }) sealedTx: string;
  @Column({ type: 'text', array: true, default: '{}' }) waiting: string[];
  @Column({ type: 'bytea' }) saltKey: Buffer;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) startedAt: Date;
}
