import { ApiProperty } from '@nestjs/swagger';
import { maybeText } from '@portal/platform/http';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

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
  @ApiProperty({ required: false, description: 'Part of a name; without it, the first results by name' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  q?: string;
}

export class DirectoryQuery extends NameQuery {
  @ApiProperty({ required: false, enum: KINDS }) @IsOptional() @IsIn(KINDS) kind?: (typeof KINDS)[number];
}
