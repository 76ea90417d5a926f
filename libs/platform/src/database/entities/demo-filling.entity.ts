import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'platform', name: 'demo_filling' })
export class DemoFillingEntity {
  @PrimaryColumn({ type: 'boolean', default: true }) onlyRow: boolean;
  @Column({ type: 'text', default: 'sandbox' }) mode: string;
  @Column({ type: 'text', array: true }) done: string[];
  @Column({ type: 'text' }) doing: string;
  @Column({ type: 'integer' }) listed: number;
  @Column({ type: 'integer' }) drives: number;
  @Column({ type: 'timestamptz', nullable: true }) finishedAt: Date | null;
}
