import { Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'stripe_gateway', name: 'settlement_currencies' })
export class SettlementCurrencyEntity {
  @PrimaryColumn({ type: 'text' }) currency: string;
}
