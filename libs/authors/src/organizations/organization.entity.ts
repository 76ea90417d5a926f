import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'authors', name: 'organizations' })
export class OrganizationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) country: string;
  @Column({ type: 'text' }) website: string;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}
