import { ApiProperty } from '@portal/platform/description';
import { OptionalOneOf, PageQuery } from '@portal/platform/http';
import { Matches } from 'class-validator';

export class UnfinishedQuery extends PageQuery {
  @OptionalOneOf(['waiting', 'attention'], 'attention: a person has to decide') state?: 'waiting' | 'attention';
}

export class TakeOverIdBody {
  @ApiProperty({ description: 'What the install is called at the Drive' })
  @Matches(/^(?!\.{1,2}$)[A-Za-z0-9._~:+=@-]{1,512}$/)
  id: string;
}
