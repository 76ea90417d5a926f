import { ApiProperty } from '@portal/platform/description';
import { OptionalOneOf, OptionalText, maybeText } from '@portal/platform/http';

const KINDS = ['author', 'drive'] as const;

export class DirectoryEntryView {
  @ApiProperty({ enum: KINDS }) kind: (typeof KINDS)[number];
  @ApiProperty({ description: 'Of the organization or the Drive' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty({ ...maybeText, description: 'Of a Drive' }) slug: string | null;
  @ApiProperty({ ...maybeText, description: 'Whose Drive it is' }) author: string | null;
}

export class DriveKeyScopeView {
  @ApiProperty() drive_id: string;
  @ApiProperty() name: string;
  @ApiProperty() slug: string;
  @ApiProperty() author: string;
  @ApiProperty({ enum: ['drive', 'tenant', 'fleet'], description: 'Which secret signs' }) scope: string;
}

export class NameQuery {
  @OptionalText(100, 'Part of a name; without it, the first results by name') q?: string;
}

export class DirectoryQuery extends NameQuery {
  @OptionalOneOf(KINDS) kind?: (typeof KINDS)[number];
}
