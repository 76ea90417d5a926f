import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BillingModel } from './domain/price-rule.js';
import type { Audience } from './prices.js';

@Entity({ schema: 'listings', name: 'prices' })
export class PriceEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) tier: 'starter' | 'standard' | 'pro' | 'premium' | 'flagship';
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) audience: Audience;
  @Column({ type: 'bigint', transformer: bigintColumn }) amountMinor: bigint;
  @Column({ type: 'timestamptz' }) validFrom: Date;
  @Column({ type: 'timestamptz', nullable: true }) validTo: Date | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

/** Prices of a published manifest's own plans, stored under ids that bills can name. */
@Entity({ schema: 'listings', name: 'plan_prices' })
export class PlanPriceEntity {
  @PrimaryColumn({ type: 'uuid', default: () => 'gen_random_uuid()' }) id: string;
  @Column({ type: 'uuid' }) revisionId: string;
  @Column({ type: 'text' }) plan: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) amountMinor: bigint;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

/** Price and recipients as two people of finance approved them, from `effectiveFrom` on. */
@Entity({ schema: 'listings', name: 'commercial_changes' })
export class CommercialChangeEntity {
  @PrimaryColumn({ type: 'uuid', default: () => 'gen_random_uuid()' }) id: string;
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
  @Column({ type: 'text' }) kind: 'tier_price' | 'agreed_price' | 'billing_model' | 'host_plan';
  @Column({ type: 'text', nullable: true }) tier: PriceEntity['tier'] | null;
  @Column({ type: 'text', nullable: true }) audience: Audience | null;
  @Column({ type: 'uuid', nullable: true }) driveId: string | null;
  @Column({ type: 'uuid', nullable: true }) ventureId: string | null;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) amountMinor: bigint | null;
  @Column({ type: 'text', nullable: true }) model: BillingModel | null;
  @Column({ type: 'text', nullable: true }) plan: string | null;
  @Column({ type: 'timestamptz' }) validFrom: Date;
  @Column({ type: 'timestamptz' }) effectiveFrom: Date;
}
