import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'statements', name: 'tax_profiles' })
export class TaxProfileEntity {
  @PrimaryColumn({ type: 'uuid' }) orgId: string;
  @PrimaryColumn({ type: 'int' }) version: number;
  @Column({ type: 'text' }) legalName: string;
  @Column({ type: 'text' }) address: string;
  @Column({ type: 'text' }) country: string;
  @Column({ type: 'text', nullable: true }) taxId: string | null;
  @Column({ type: 'text', nullable: true }) vatId: string | null;
  @Column({ type: 'text' }) vatTreatment: 'not_registered' | 'reverse_charge' | 'exempt';
  @Column({ type: 'boolean' }) selfBillingConsent: boolean;
  @Column({ type: 'uuid', nullable: true }) savedBy: string | null;
  @Column({ type: 'text' }) savedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) savedAt: Date;
}

@Entity({ schema: 'statements', name: 'self_billing_invoices' })
export class SelfBillingInvoiceEntity {
  @PrimaryColumn({ type: 'uuid' }) orgId: string;
  @PrimaryColumn({ type: 'int' }) seq: number;
  @Column({ type: 'text' }) number: string;
  @Column({ type: 'uuid' }) statementId: string;
  @Column({ type: 'text' }) kind: 'invoice' | 'corrective';
  @Column({ type: 'int' }) profileVersion: number;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) issuedAt: Date;
}
