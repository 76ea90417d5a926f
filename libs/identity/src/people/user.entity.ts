import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'identity', name: 'users' })
export class UserEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) passwordHash: string | null;
  @Column({ type: 'text', nullable: true }) demoPerson: string | null;
  @Column({ type: 'text', nullable: true, insert: false, update: false }) demoIn: string | null;
  @Column({ type: 'timestamptz', nullable: true }) emailConfirmedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) disabledAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) disabledBy: string | null;
  @Column({ type: 'text', nullable: true }) disabledReason: string | null;
  @Column({ type: 'uuid', nullable: true }) actsFor: string | null;
  @Column({ type: 'integer', default: 0 }) wrongCodes: number;
  @Column({ type: 'timestamptz', nullable: true }) codesClosedAt: Date | null;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

@Entity({ schema: 'identity', name: 'role_grants' })
export class RoleGrantEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) role: 'author' | 'reviewer' | 'finance' | 'operator' | 'admin' | 'host';
  @Column({ type: 'uuid', nullable: true }) scopeId: string | null;
  @Column({ type: 'uuid', nullable: true }) grantedBy: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'text', nullable: true }) memberRole: 'owner' | 'developer' | 'finance' | 'read_only' | null;
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
}
