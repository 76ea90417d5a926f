import { bigintColumn, REQUEST_KEY } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { HoldKind } from '../runs/domain/unpaid.js';

/** Holds on payouts, by a person or by the reserve policy. */
@Entity({ schema: 'payouts', name: 'payout_holds' })
export class PayoutHoldEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) kind: HoldKind;
  @Column({ type: 'int' }) basisPoints: number;
  @Column({ type: 'int', nullable: true }) windowMonths: number | null;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'boolean', default: false }) automatic: boolean;
  @Column({ type: 'timestamptz' }) startsAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endsAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) madeBy: string | null;
  @Column({ type: 'text' }) madeByName: string;
  @Column({ type: 'uuid', nullable: true }) endedBy: string | null;
  @Column({ type: 'text', nullable: true }) endedByName: string | null;
  @Column({ type: 'text', nullable: true }) endReason: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) releasedAt: Date | null;
  @Column({ type: 'text', nullable: true, default: () => REQUEST_KEY }) requestKey: string | null;
}

/** Amount that a hold withheld from one month, posted under the key hold:<hold>:<month>, and its release date. */
@Entity({ schema: 'payouts', name: 'held_amounts' })
export class HeldAmountEntity {
  @PrimaryColumn({ type: 'uuid' }) holdId: string;
  @PrimaryColumn({ type: 'text' }) month: string;
  @PrimaryColumn({ type: 'text' }) currency: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'uuid' }) payoutId: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'timestamptz', nullable: true }) releaseAt: Date | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) heldAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) releasedAt: Date | null;
}
