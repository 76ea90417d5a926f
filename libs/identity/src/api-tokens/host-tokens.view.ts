import { ApiProperty } from '@nestjs/swagger';
import { TOKEN_SCOPES, type TokenScope } from '@portal/platform/access';
import { maybeText } from '@portal/platform/http';
import { ApiTokenView } from '../sign-in/identity.view.js';

export class HostTokenView extends ApiTokenView {
  @ApiProperty({
    enum: TOKEN_SCOPES,
    isArray: true,
    nullable: true,
    description: 'Null: created before scopes existed; covers every call that `access` allows',
  })
  scopes: TokenScope[] | null;
  @ApiProperty({ description: 'Who created it' }) made_by_id: string;
  @ApiProperty({ description: 'Does not work until another admin approves it' }) awaits_approval: boolean;
  @ApiProperty({ ...maybeText, description: 'Name of the second admin' }) approved_by: string | null;
}
