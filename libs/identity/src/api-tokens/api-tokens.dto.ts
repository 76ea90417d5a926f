import { ApiProperty } from '@portal/platform/description';
import {
  MEMBER_ROLES,
  ROLES,
  TOKEN_SCOPES,
  type MemberRole,
  type Role,
  type TokenScope,
} from '@portal/platform/access';
import {
  OptionalId,
  OptionalOneOf,
  maybeText,
  MayBeAbsent,
  ItemsOf,
  trimmed,
  OptionalWhole,
  OptionalWords,
} from '@portal/platform/http';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsString, Length } from 'class-validator';
import { TOKEN_ACCESS, type TokenAccess } from './domain/api-token.js';
import { TOKEN_MAX_DAYS } from '../sessions/domain/session-life.js';

/** Owners act in a session, never with a token. */
const TOKEN_MEMBER_ROLES = MEMBER_ROLES.filter((role) => role !== 'owner');

class RoleGrantDto {
  @ApiProperty({ enum: ROLES }) @IsIn(ROLES) role: Role;
  @OptionalId({ ...maybeText }) scope_id?: string | null;
}

class TokenDto {
  @ApiProperty() @trimmed @IsString() @Length(1, 80) name: string;
  @OptionalWhole(1, TOKEN_MAX_DAYS, { default: 30 }) expires_in_days: number = 30;
}

class TokenWithAccessDto extends TokenDto {
  @OptionalOneOf(TOKEN_ACCESS, { default: 'read', description: 'read: calls that change nothing' })
  access: TokenAccess = 'read';
}

export class CreateHostTokenDto extends TokenDto {
  @ApiProperty({
    enum: TOKEN_SCOPES,
    isArray: true,
    required: false,
    description:
      'Calls the token allows; a write scope includes reading. If absent: every scope of `access` except `operators:write`',
  })
  @MayBeAbsent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(TOKEN_SCOPES, { each: true })
  scopes?: TokenScope[];
  @OptionalOneOf(TOKEN_ACCESS, 'Used without `scopes`; defaults to `read`') access?: TokenAccess;
  @OptionalWords(3, 1_000, 'Why, for the second admin who approves one that writes') reason?: string;
}

export class CreateOrganizationTokenDto extends TokenWithAccessDto {
  @ApiProperty({ enum: TOKEN_MEMBER_ROLES }) @IsIn(TOKEN_MEMBER_ROLES) member_role: MemberRole;
}

export class CreateApiTokenDto extends TokenWithAccessDto {
  @ApiProperty({ type: [RoleGrantDto] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ItemsOf(() => RoleGrantDto)
  roles: RoleGrantDto[];
}

export class LeakedTokenDto {
  @ApiProperty() @IsString() @Length(20, 80) token: string;
}
