import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Attempts within a window, per rule and key, shared by all processes. Keys are hashes, ids or network addresses. */
@Entity({ schema: 'identity', name: 'attempts' })
export class SignInAttemptEntity {
  @PrimaryColumn({ type: 'text' }) rule: string;
  @PrimaryColumn({ type: 'text' }) key: string;
  @Column({ type: 'int' }) points: number;
  /** When the next attempt counts. */
  @Column({ type: 'timestamptz', default: '-infinity' }) freeAt: Date;
  @Column({ type: 'timestamptz' }) endsAt: Date;
}

/** Networks from which a person has signed in. */
@Entity({ schema: 'identity', name: 'known_networks' })
export class KnownNetworkEntity {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @PrimaryColumn({ type: 'text' }) network: string;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) seenAt: Date;
}

@Entity({ schema: 'identity', name: 'external_logins' })
export class ExternalLoginEntity {
  @PrimaryColumn({ type: 'text' }) issuer: string;
  @PrimaryColumn({ type: 'text' }) subject: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) createdAt: Date;
}
