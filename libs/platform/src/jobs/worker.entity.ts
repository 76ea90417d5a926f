import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A worker process and the end of its lease, by the database's clock. */
@Entity({ schema: 'platform', name: 'workers' })
export class WorkerEntity {
  @PrimaryColumn({ type: 'int' }) no: number;
  @Column({ type: 'timestamptz' }) leaseUntil: Date;
  @Column({ type: 'timestamptz', nullable: true }) lostAt: Date | null;
}
