import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A worker process and until when it keeps its work; the database's clock decides. */
@Entity({ schema: 'platform', name: 'workers' })
export class WorkerEntity {
  @PrimaryColumn({ type: 'int' }) no: number;
  @Column({ type: 'timestamptz' }) leaseUntil: Date;
  @Column({ type: 'timestamptz', nullable: true }) lostAt: Date | null;
}
