import type { TokenScope } from '@portal/platform/access';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'identity', name: 'api_tokens' })
export class ApiTokenEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) tokenHash: string;
  @Column({ type: 'text' }) prefix: string;
  @Column({ type: 'jsonb' }) roles: object;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) lastUsedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revokedAt: Date | null;
  @Column({ type: 'text' }) owner: 'person' | 'organization' | 'host';
  @Column({ type: 'uuid', nullable: true }) orgId: string | null;
  @Column({ type: 'text' }) access: 'read' | 'write';
  @Column({ type: 'text', array: true, nullable: true }) scopes: TokenScope[] | null;
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
}
