import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * What anybody asked to be mailed, or an owner is warned of. The worker looks whether the address is known, so that asking takes the same work
 * and gives the same answer for every address.
 */
@Entity({ schema: 'identity', name: 'mail_requests' })
export class MailRequestEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) kind: 'password_reset' | 'confirmation' | 'wrong_passwords' | 'wrong_codes';
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) requestedAt: Date;
  /** Asked for where the owner of the account signed in before. */
  @Column({ type: 'boolean', default: false }) known: boolean;
}

/** A link that whoever reads the mail of an address chooses a password with. */
@Entity({ schema: 'identity', name: 'mailed_links' })
@Index('mailed_links_expires', ['expiresAt'])
export class MailedLinkEntity {
  @PrimaryColumn({ type: 'text' }) tokenHash: string;
  @Column({ type: 'text' }) kind: 'password_reset' | 'confirmation';
  @Column({ type: 'text' }) email: string;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
}

/** Only for the release before, as `EmailConfirmationEntity`. */
@Entity({ schema: 'identity', name: 'password_resets' })
@Unique(['tokenHash'])
export class PasswordResetEntity {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) tokenHash: string;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
}
