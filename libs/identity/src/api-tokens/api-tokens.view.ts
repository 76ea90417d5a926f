import { ApiProperty } from '@portal/platform/description';
import { TOKEN_SCOPES, type TokenScope } from '@portal/platform/access';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { RoleView } from '../sign-in/identity.view.js';
import { TOKEN_ACCESS, type TokenAccess } from './domain/api-token.js';

export class ApiTokenView {
  @ApiProperty() id: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: 'First characters, to recognise the token' }) prefix: string;
  @ApiProperty({ type: [RoleView] }) roles: RoleView[];
  @ApiProperty({ enum: TOKEN_ACCESS, description: 'read: calls that change nothing' }) access: TokenAccess;
  @ApiProperty({ description: 'Name of the person who created it' }) made_by: string;
  @ApiProperty(instant) created_at: string;
  @ApiProperty(instant) expires_at: string;
  @ApiProperty(maybeInstant) last_used_at: string | null;
  @ApiProperty(maybeInstant) revoked_at: string | null;
}

export class NewApiTokenView {
  @ApiProperty() token: ApiTokenView;
  @ApiProperty({ description: 'Shown only once' }) secret: string;
}

export class HostTokenView extends ApiTokenView {
  @ApiProperty({
    enum: TOKEN_SCOPES,
    isArray: true,
    nullable: true,
    description: 'Null: created before scopes existed; covers every call that `access` allows',
  })
  scopes: TokenScope[] | null;
  @ApiProperty({ description: 'It writes, so it does not work until another admin approves it' })
  awaits_approval: boolean;
  @ApiProperty({ ...maybeText, description: 'Name of the second admin' }) approved_by: string | null;
}
