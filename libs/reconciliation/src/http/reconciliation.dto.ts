import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '@portal/platform/http';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional, IsString, IsUUID, Matches, MaxLength, MinLength } from 'class-validator';
import { ITEM_KINDS, type ItemKind } from '../domain/item-kinds.js';
import { WRITE_OFF_ACCOUNTS, type WriteOffAccount } from '../write-off-item.js';

const STATES = ['open', 'explained', 'closed', 'not_closed'] as const;
const KINDS = Object.keys(ITEM_KINDS);

export class ExceptionsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: STATES })
  @IsOptional()
  @IsIn(STATES)
  state?: (typeof STATES)[number];

  @ApiProperty({ required: false, enum: KINDS })
  @IsOptional()
  @IsIn(KINDS)
  kind?: ItemKind;

  @ApiProperty({ required: false, description: 'Id of a person, `me` or `nobody`' })
  @IsOptional()
  @Matches(/^(me|nobody|[0-9a-f-]{36})$/)
  owner?: string;

  @ApiProperty({ required: false })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  blocking?: boolean;
}

export class AssignBody {
  @ApiProperty({ required: false, description: 'true (default): assign it to yourself; false: unassign it' })
  @IsOptional()
  @IsBoolean()
  take?: boolean;

  @ApiProperty({ required: false, description: 'Assign it to this member of finance' })
  @IsOptional()
  @IsUUID()
  to?: string;
}

export class ReasonBody {
  @ApiProperty() @IsString() @MinLength(3) @MaxLength(2_000) reason: string;
}

export class WriteOffBody extends ReasonBody {
  @ApiProperty({ enum: WRITE_OFF_ACCOUNTS }) @IsIn(WRITE_OFF_ACCOUNTS) account: WriteOffAccount;
  @ApiProperty({ required: false, description: 'The author organization, for author_payable' })
  @IsOptional()
  @IsUUID()
  org_id?: string;
}
