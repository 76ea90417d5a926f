import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A version of the contract and its dates. Release and deprecation stay, the end only moves later. */
@Entity({ schema: 'listings', name: 'contract_versions' })
@Unique(['flat'])
@Unique(['structured'])
export class ContractVersionEntity {
  @PrimaryColumn({ type: 'int' }) major: number;
  @Column({ type: 'text' }) flat: string;
  @Column({ type: 'text' }) structured: string;
  @Column({ type: 'int' }) schemaVersion: number;
  @Column({ type: 'timestamptz' }) releasedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) deprecatedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) sunsetAt: Date | null;
}
