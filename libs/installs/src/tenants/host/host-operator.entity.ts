import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { HostOperatorState } from '../domain/host-operator-state.js';

/** Invitations of the host to operate a tenant; the role begins when the owner of the address has confirmed. */
@Entity({ schema: 'installs', name: 'host_operators' })
export class HostOperatorEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'text' }) externalId: string;
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text', default: 'invited' }) state: HostOperatorState;
  @Column({ type: 'uuid', nullable: true }) userId: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) invitedAt: Date;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) answeredAt: Date | null;
}
