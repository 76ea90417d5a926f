import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Tries within a window, per rule and key, for all processes together. Keys are hashes or addresses. */
@Entity({ schema: 'identity', name: 'attempts' })
@Index('attempts_ends', ['endsAt'])
export class SignInAttemptEntity {
  @PrimaryColumn({ type: 'text' }) rule: string;
  @PrimaryColumn({ type: 'text' }) key: string;
  @Column({ type: 'int' }) points: number;
  @Column({ type: 'timestamptz' }) endsAt: Date;
}

@Entity({ schema: 'identity', name: 'external_logins' })
@Index('external_logins_user', ['userId'])
export class ExternalLoginEntity {
  @PrimaryColumn({ type: 'text' }) issuer: string;
  @PrimaryColumn({ type: 'text' }) subject: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) createdAt: Date;
}
