import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The selector is public: it says which hash to compare with, so that an attempt costs one hash. */
@Entity({ schema: 'identity', name: 'recovery_codes' })
export class RecoveryCodeEntity {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @PrimaryColumn({ type: 'text' }) selector: string;
  @Column({ type: 'text' }) codeHash: string;
  @Column({ type: 'timestamptz', nullable: true }) usedAt: Date | null;
}

/** `last_step` is the newest 30-second step whose code was used; codes of it and earlier steps are refused. */
@Entity({ schema: 'identity', name: 'totp_factors' })
export class TotpFactorEntity {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) seed: string;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) confirmedAt: Date | null;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) lastStep: bigint | null;
}

@Entity({ schema: 'identity', name: 'sign_in_challenges' })
export class SignInChallengeEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) tokenHash: string;
  @Column({ type: 'int', default: 0 }) tries: number;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
}
