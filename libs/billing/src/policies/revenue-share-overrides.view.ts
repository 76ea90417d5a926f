import { ApiProperty } from '@nestjs/swagger';

const text = { type: String, nullable: true } as const;

export class RevenueShareOverrideView {
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

export class SharePartsView {
  @ApiProperty({ description: 'The author’s part, in hundredths of a percent' }) basis_points: number;
  @ApiProperty({ description: 'Minor units as decimal text' }) author_minor: string;
  @ApiProperty({ description: 'Minor units as decimal text' }) platform_minor: string;
}

export class SharePreviewView {
  @ApiProperty({ format: 'date-time', description: 'For installs that begin from then on' }) from: string;
  @ApiProperty({ description: 'The example. Minor units as decimal text' }) amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ type: SharePartsView, description: 'As it is decided now' }) before: SharePartsView;
  @ApiProperty({ type: SharePartsView }) after: SharePartsView;
  @ApiProperty({ description: 'Installs that run now and keep the share that they began with' })
  running_installs: number;
  @ApiProperty({ description: 'Drives of the author with a share of their own, which they keep' })
  drives_with_own: number;
}
