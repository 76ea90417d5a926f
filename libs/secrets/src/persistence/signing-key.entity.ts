import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { KeyScope } from '../key-view.js';

@Entity({ schema: 'secrets', name: 'signing_keys' })
export class SigningKeyEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) scope: KeyScope;
  @Column({ type: 'uuid' }) ownerId: string;
  @Column({ type: 'int' }) version: number;
  @Column({ type: 'text' }) sealed: string;
  @Column({ type: 'text' }) fingerprint: string;
  @Column({ type: 'timestamptz' }) notBefore: Date;
  @Column({ type: 'timestamptz', nullable: true }) notAfter: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) lastUsedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) adoptedAt: Date | null;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}
