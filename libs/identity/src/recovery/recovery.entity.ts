import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InvitedRole } from '../people/domain/roles.js';

/**
 * Requested mails, and warnings to owners. The worker finds out whether the address is known, so that a request takes
 * the same work and gets the same response for every address.
 */
@Entity({ schema: 'identity', name: 'mail_requests' })
export class MailRequestEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) kind: 'password_reset' | 'confirmation' | 'wrong_passwords' | 'wrong_codes';
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) requestedAt: Date;
  /** Requested from a place where the account's owner has signed in before. */
  @Column({ type: 'boolean', default: false }) known: boolean;
}

/** A printed link with which one of the first two admins gets an account. */
@Entity({ schema: 'identity', name: 'admin_links' })
export class AdminLinkEntity {
  @PrimaryColumn({ type: 'text' }) tokenHash: string;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) usedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) usedBy: string | null;
}

/** A mailed link with which a person whom two admins invited gets an account and staff roles. */
@Entity({ schema: 'identity', name: 'staff_invitations' })
export class StaffInvitationEntity {
  @PrimaryColumn({ type: 'text' }) tokenHash: string;
  @Column({ type: 'uuid', unique: true }) approvalId: string;
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'text', array: true }) roles: InvitedRole[];
  @Column({ type: 'timestamptz', default: () => "clock_timestamp() + '7 days'::interval" }) expiresAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) usedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) usedBy: string | null;
}

/** A mailed link with which a person chooses a password. */
@Entity({ schema: 'identity', name: 'mailed_links' })
export class MailedLinkEntity {
  @PrimaryColumn({ type: 'text' }) tokenHash: string;
  @Column({ type: 'text' }) kind: 'password_reset' | 'confirmation';
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
}
