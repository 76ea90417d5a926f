import { ApiProperty } from '@portal/platform/description';
import { instant, ItemsOf, maybeInstant, maybeText, PartOf, trimmed, Words } from '@portal/platform/http';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
} from 'class-validator';
import { contentStates, LINK_KINDS, type ContentBody, type ContentState } from './domain/content.js';

/** Without characters that are not seen, but for the end of a line, a tab and what joins characters. */
const VISIBLE = /^(?:\P{C}|[\n\r\t\u200c\u200d])*$/u;
const HTTPS = { protocols: ['https'], require_protocol: true, disallow_auth: true };
const DECISIONS = ['approved', 'changes_requested'] as const;
const MOVES = ['in_review', 'draft', 'withdrawn'] as const;

class ContentScreenshot {
  @ApiProperty({ description: 'Of an uploaded picture' }) @Matches(/^[0-9a-f]{64}$/) digest: string;
  @Words(1, 300, 'What it shows, for those who do not see it') @Matches(VISIBLE) alt: string;
}

class ContentLink {
  @ApiProperty({ enum: LINK_KINDS }) @IsIn(LINK_KINDS) kind: (typeof LINK_KINDS)[number];
  @ApiProperty({ maxLength: 2_048, description: 'https only', example: 'https://drive.example/help' })
  @IsUrl(HTTPS, { message: 'must be an address that begins with https://' })
  @MaxLength(2_048)
  url: string;
}

class ContentNotes {
  @ApiProperty({ example: '1.2.0' }) @Matches(/^[0-9A-Za-z.+-]{1,40}$/) version: string;
  @Words(1, 4_000, 'What the version changes, in Markdown') @Matches(VISIBLE) notes: string;
}

/** What an author writes about a Drive beside its manifest. */
class ContentOfDrive implements ContentBody {
  @ApiProperty({ maxLength: 10_000, description: 'In Markdown; HTML and pictures in it are not shown' })
  @trimmed
  @IsString()
  @MaxLength(10_000)
  @Matches(VISIBLE)
  description: string;
  @ApiProperty({ type: [ContentScreenshot], maxItems: 5, description: 'In the order shown' })
  @IsArray()
  @ArrayMaxSize(5)
  @ArrayUnique(({ digest }: ContentScreenshot) => digest)
  @ItemsOf(() => ContentScreenshot)
  screenshots: ContentScreenshot[];
  @ApiProperty({ type: [ContentLink], maxItems: LINK_KINDS.length, description: 'At most one of each kind' })
  @IsArray()
  @ArrayUnique(({ kind }: ContentLink) => kind)
  @ItemsOf(() => ContentLink)
  links: ContentLink[];
  @ApiProperty({ type: [ContentNotes], maxItems: 20, description: 'Of versions without approved notes' })
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique(({ version }: ContentNotes) => version)
  @ItemsOf(() => ContentNotes)
  notes: ContentNotes[];
}

export class WriteContentDto {
  @ApiProperty({ description: 'Of the open version that was edited; 0 without one' })
  @IsInt()
  @Max(1_000_000)
  revision: number;
  @ApiProperty({ type: ContentOfDrive }) @PartOf(() => ContentOfDrive) body: ContentOfDrive;
}

export class MoveContentDto {
  @ApiProperty({ enum: MOVES, description: 'Submit, take back or discard' })
  @IsIn(MOVES)
  state: (typeof MOVES)[number];
}

export class DecideContentDto {
  @ApiProperty({ enum: DECISIONS }) @IsIn(DECISIONS) state: (typeof DECISIONS)[number];
  @Words(10, 4_000, 'The author reads it') reason: string;
  @ApiProperty({ description: 'That was reviewed' }) @IsInt() @Max(1_000_000) revision: number;
}

class ScreenshotView {
  @ApiProperty({ description: 'Path of the picture; its bytes never change' }) url: string;
  @ApiProperty() width: number;
  @ApiProperty() height: number;
  @ApiProperty() alt: string;
}

/** What the author says about a Drive beside its manifest, as a reviewer approved it. */
export class ListingContentView {
  @ApiProperty({ ...maybeText, description: 'Markdown; HTML and pictures in it are not to be shown' })
  description: string | null;
  @ApiProperty({ type: [ScreenshotView] }) screenshots: ScreenshotView[];
  @ApiProperty({ type: [ContentLink] }) links: ContentLink[];
}

/** A version that went live, and what it changed. */
export class ReleasedVersionView {
  @ApiProperty() version: string;
  @ApiProperty(instant) released_at: string;
  @ApiProperty({ ...maybeText, description: 'Markdown; null without approved notes' }) notes: string | null;
}

export class PictureView {
  @ApiProperty({ description: 'SHA-256 of the picture as it was encoded, hex' }) digest: string;
  @ApiProperty() width: number;
  @ApiProperty() height: number;
}

/** One version of the content of a Drive. */
export class ContentVersionView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: contentStates.states }) state: ContentState;
  @ApiProperty() revision: number;
  @ApiProperty({ type: ContentOfDrive }) body: ContentOfDrive;
  @ApiProperty() written_by: string;
  @ApiProperty(instant) written_at: string;
  @ApiProperty(maybeInstant) waiting_since: string | null;
  @ApiProperty(maybeInstant) decided_at: string | null;
  @ApiProperty({ ...maybeText, description: "The reviewer's" }) reason: string | null;
}

/** Whether the page has the mark "verified", and the facts that decide it. */
class VerificationView {
  @ApiProperty({ ...maybeText, description: 'Of what is live; null before' }) origin: string | null;
  @ApiProperty({ description: "Of the author's application" }) website: string;
  @ApiProperty({ ...maybeInstant, description: 'The origin answered with the key' }) handshake_at: string | null;
  @ApiProperty({ ...maybeText, description: 'Of the website, if the origin is at it' }) domain: string | null;
}

/** The content of a Drive for its author and for reviewers. */
export class DriveContentView {
  @ApiProperty() drive_id: string;
  @ApiProperty({ ...maybeText, description: 'In the catalogue; null while it is not there' }) slug: string | null;
  @ApiProperty() drive_name: string;
  @ApiProperty() author: string;
  @ApiProperty({ type: VerificationView }) verification: VerificationView;
  @ApiProperty({
    type: [ContentVersionView],
    description: 'The open one first, then by decision, newest first; at most 20',
  })
  versions: ContentVersionView[];
  @ApiProperty({ type: [ReleasedVersionView], description: 'Versions of the Drive that went live, newest first' })
  changes: ReleasedVersionView[];
}

/** Content that waits for a reviewer. */
export class WaitingContentView {
  @ApiProperty() id: string;
  @ApiProperty() drive_id: string;
  @ApiProperty() drive_name: string;
  @ApiProperty() author: string;
  @ApiProperty(instant) waiting_since: string;
}
