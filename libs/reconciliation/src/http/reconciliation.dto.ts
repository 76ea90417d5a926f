import { ApiProperty } from '@portal/platform/description';
import {
  OptionalId,
  OptionalOneOf,
  OptionalPattern,
  PageQuery,
  MayBeAbsent,
  Words,
  OptionalFlag,
} from '@portal/platform/http';
import { IsBoolean, IsIn } from 'class-validator';
import { ITEM_KINDS, type ItemKind } from '../domain/item-kinds.js';
import { WRITE_OFF_ACCOUNTS, type WriteOffAccount } from '../write-off-item.js';

const STATES = ['open', 'explained', 'closed', 'not_closed'] as const;
const KINDS = Object.keys(ITEM_KINDS);

export class ExceptionsQuery extends PageQuery {
  @OptionalOneOf(STATES) state?: (typeof STATES)[number];

  @OptionalOneOf(KINDS) kind?: ItemKind;

  @OptionalPattern(/^(me|nobody|[0-9a-f-]{36})$/, 'Id of a person, `me` or `nobody`') owner?: string;

  @OptionalFlag() blocking?: boolean;
}

export class AssignBody {
  @ApiProperty({ required: false, description: 'true (default): assign it to yourself; false: unassign it' })
  @MayBeAbsent()
  @IsBoolean()
  take?: boolean;

  @OptionalId('Assign it to this member of finance') to?: string;
}

export class ReasonBody {
  @Words(3, 2_000) reason: string;
}

export class WriteOffBody extends ReasonBody {
  @ApiProperty({ enum: WRITE_OFF_ACCOUNTS }) @IsIn(WRITE_OFF_ACCOUNTS) account: WriteOffAccount;
  @OptionalId('The author organization, for author_payable') org_id?: string;
}
