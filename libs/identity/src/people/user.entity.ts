import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'identity', name: 'users' })
export class UserEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) passwordHash: string | null;
  @Column({ type: 'text', nullable: true }) demoPerson: string | null;
  @Column({ type: 'timestamptz', nullable: true }) emailConfirmedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) disabledAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) disabledBy: string | null;
  @Column({ type: 'text', nullable: true }) disabledReason: string | null;
  @Column({ type: 'uuid', nullable: true }) actsFor: string | null;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}
