import { ApiProperty } from '@portal/platform/description';
import { instant, Whole } from '@portal/platform/http';
import { IsIn, IsString, Length, Matches } from 'class-validator';

/** What the host publishes in its own words. */
const DOCUMENT_KINDS = ['terms', 'privacy', 'contact'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Those, and the developer agreement in force. */
const PUBLIC_KINDS = [...DOCUMENT_KINDS, 'agreement'] as const;

export class DocumentParams {
  @ApiProperty({ enum: DOCUMENT_KINDS }) @IsIn(DOCUMENT_KINDS) kind: DocumentKind;
}

export class PublicDocumentParams {
  @ApiProperty({ enum: PUBLIC_KINDS }) @IsIn(PUBLIC_KINDS) kind: (typeof PUBLIC_KINDS)[number];
}

class PublishedDocumentView {
  @ApiProperty() version: string;
  @ApiProperty({ description: 'Markdown; of the agreement plain text' }) text: string;
  @ApiProperty({ ...instant, description: 'In force from' }) published_at: string;
}

export class PublicDocumentView {
  @ApiProperty({ enum: PUBLIC_KINDS }) kind: (typeof PUBLIC_KINDS)[number];
  @ApiProperty({ type: PublishedDocumentView, nullable: true, description: 'Null before the first is published' })
  published: PublishedDocumentView | null;
}

export class DocumentVersionView {
  @ApiProperty({ enum: DOCUMENT_KINDS }) kind: DocumentKind;
  @ApiProperty() version: number;
  @ApiProperty({ description: 'Markdown' }) text: string;
  @ApiProperty(instant) published_at: string;
  @ApiProperty() published_by_name: string;
}

export class PublishDocumentDto {
  @ApiProperty({ minLength: 20, description: 'Markdown; shown without raw HTML and pictures' })
  @IsString()
  @Length(20, 200_000)
  @Matches(/\S/)
  text: string;
  @Whole(0, 1_000_000, 'The version that it replaces; 0 for the first') replaces: number;
}
