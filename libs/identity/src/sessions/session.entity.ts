import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'identity', name: 'sessions' })
export class SessionEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) tokenHash: string;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'clock_timestamp()' }) createdAt: Date;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) lastSeenAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) authenticatedAt: Date;
  @Column({ type: 'boolean', default: false }) secondFactor: boolean;
  @Column({ type: 'uuid', nullable: true }) actsFor: string | null;
  @Column({ type: 'text', nullable: true }) ip: string | null;
  @Column({ type: 'text', nullable: true }) userAgent: string | null;
  @Column({ type: 'text', nullable: true }) previousTokenHash: string | null;
  @Column({ type: 'timestamptz', nullable: true }) rotatedAt: Date | null;
}
