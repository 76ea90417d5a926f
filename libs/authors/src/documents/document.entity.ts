import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'authors', name: 'documents' })
export class DocumentEntity {
  @PrimaryColumn({ type: 'text' }) kind: string;
  @PrimaryColumn({ type: 'int' }) version: number;
  @Column({ type: 'text' }) text: string;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) publishedAt: Date;
  @Column({ type: 'uuid' }) publishedBy: string;
  @Column({ type: 'text' }) publishedByName: string;
}
