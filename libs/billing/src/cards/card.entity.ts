import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Billing details of a tenant, used for tax and printed on invoices. */
@Entity({ schema: 'billing', name: 'billing_details' })
export class BillingDetailsEntity {
  @PrimaryColumn({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'text' }) legalName: string;
  @Column({ type: 'text' }) line1: string;
  @Column({ type: 'text' }) city: string;
  @Column({ type: 'text' }) postalCode: string;
  @Column({ type: 'text', nullable: true }) region: string | null;
  @Column({ type: 'text' }) country: string;
  @Column({ type: 'text', nullable: true }) taxIdType: string | null;
  @Column({ type: 'text', nullable: true }) taxId: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) changedAt: Date;
  @Column({ type: 'uuid', nullable: true }) changedBy: string | null;
}

@Entity({ schema: 'billing', name: 'vat_checks' })
export class VatCheckEntity {
  @PrimaryColumn({ type: 'text' }) vatId: string;
  @Column({ type: 'timestamptz' }) askedAt: Date;
  @Column({ type: 'boolean', nullable: true }) valid: boolean | null;
  @Column({ type: 'timestamptz', nullable: true }) checkedAt: Date | null;
  @Column({ type: 'text', nullable: true }) reference: string | null;
}

/**
 * The row is inserted before the provider is called, because the idempotency key is derived from its id. page_id is
 * null until then.
 */
@Entity({ schema: 'billing', name: 'card_pages' })
export class CardPageEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'text', nullable: true }) pageId: string | null;
  @Column({ type: 'text', default: 'open' }) state: 'open' | 'saved' | 'expired';
  @Column({ type: 'uuid', nullable: true }) requestedBy: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}

@Entity({ schema: 'billing', name: 'payment_method_saves' })
export class PaymentMethodSaveEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'text' }) paymentMethod: string;
  @Column({ type: 'text', default: 'sending' }) state: 'sending' | 'saved' | 'declined' | 'requires_action' | 'unknown';
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ type: 'uuid', nullable: true }) requestedBy: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

@Entity({ schema: 'billing', name: 'tenant_customers' })
export class TenantCustomerEntity {
  @PrimaryColumn({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'text', nullable: true }) customerId: string | null;
  @Column({ type: 'text', nullable: true }) paymentMethodId: string | null;
  @Column({ type: 'text', nullable: true }) brand: string | null;
  @Column({ type: 'text', nullable: true }) last4: string | null;
  @Column({ type: 'int', nullable: true }) expMonth: number | null;
  @Column({ type: 'int', nullable: true }) expYear: number | null;
  @Column({ type: 'timestamptz', nullable: true }) savedAt: Date | null;
  @Column({ type: 'text', default: 'portal' }) collectedBy: 'portal' | 'host';
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}
