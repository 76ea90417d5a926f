import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ExportKind } from '../domain/export-kinds.js';
import type { StatementForm } from '../render-statement.js';

@Entity({ schema: 'statements', name: 'exports' })
export class StatementExportEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) kind: ExportKind;
  @Column({ type: 'text' }) format: StatementForm;
  @Column({ type: 'text', nullable: true }) month: string | null;
  @Column({ type: 'text', default: 'queued' }) state: 'queued' | 'running' | 'done' | 'failed';
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) rowsDone: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) rowsTotal: bigint | null;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) bytes: bigint;
  @Column({ type: 'text', nullable: true }) sha256: string | null;
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ type: 'uuid', nullable: true }) requestedBy: string | null;
  @Column({ type: 'text' }) requestedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) finishedAt: Date | null;
  @Column({ type: 'jsonb', default: '{}' }) filter: object;
  @Column({ type: 'boolean', default: false }) isTest: boolean;
}

@Entity({ schema: 'statements', name: 'export_parts' })
export class StatementExportPartEntity {
  @PrimaryColumn({ type: 'uuid' }) exportId: string;
  @PrimaryColumn({ type: 'int' }) n: number;
  @Column({ type: 'bytea' }) body: Buffer;
}

@Entity({ schema: 'statements', name: 'made' })
export class MadeStatementEntity {
  @PrimaryColumn({ type: 'uuid' }) runId: string;
  @PrimaryColumn({ type: 'uuid' }) orgId: string;
  @PrimaryColumn({ type: 'text' }) currency: string;
  @Column({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid', nullable: true }) payoutId: string | null;
  @Column({ type: 'text' }) statementRoot: string;
  @Column({ type: 'jsonb' }) facts: object;
  @Column({ type: 'int', nullable: true }) profileVersion: number | null;
}
