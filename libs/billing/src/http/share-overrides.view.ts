import { ApiProperty } from '@nestjs/swagger';

const text = { type: String, nullable: true } as const;

export class ShareOverrideView {
  @ApiProperty() id: string;
  @ApiProperty({ ...text, description: 'The author; null: of one Drive' }) org_id: string | null;
  @ApiProperty({ ...text, description: 'The Drive, whose share goes before its author’s' }) drive_id: string | null;
  @ApiProperty({ description: 'Of the author or the Drive' }) name: string;
  @ApiProperty({ type: Number, nullable: true, description: "Null: everybody's share holds again" })
  basis_points: number | null;
  @ApiProperty({ description: 'YYYY-MM; for installs that begin from then on' }) month: string;
  @ApiProperty({ enum: ['proposed', 'approved', 'rejected'] }) state: string;
  @ApiProperty() reason: string;
  @ApiProperty() proposed_by: string;
  @ApiProperty() proposed_by_id: string;
  @ApiProperty({ format: 'date-time' }) proposed_at: string;
  @ApiProperty(text) decided_by: string | null;
  @ApiProperty({ ...text, format: 'date-time' }) decided_at: string | null;
  @ApiProperty(text) decision_note: string | null;
}

export class AuthorShareView {
  @ApiProperty({
    enum: ['everybody', 'author', 'drive'],
    description: 'A Drive’s goes before its author’s, that before everybody’s',
  })
  scope: 'everybody' | 'author' | 'drive';
  @ApiProperty({ ...text, description: 'Of the author or the Drive' }) name: string | null;
  @ApiProperty({ description: 'The author’s part, in hundredths of a percent' }) basis_points: number;
  @ApiProperty({
    ...text,
    format: 'date-time',
    description: 'For installs that begin from then on; null: from the beginning',
  })
  valid_from: string | null;
  @ApiProperty({ ...text, format: 'date-time' }) valid_to: string | null;
}
