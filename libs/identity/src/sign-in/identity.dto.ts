import { ApiProperty } from '@portal/platform/description';
import { ROLES, type Role } from '@portal/platform/access';
import { OptionalOneOf, OptionalText, IsName, PageQuery, MayBeAbsent, trimmed, Words } from '@portal/platform/http';
import { ArrayMinSize, ArrayUnique, IsEmail, IsIn, IsString, Length, MaxLength } from 'class-validator';
import { PASSWORD_MAX } from '../credentials/domain/password-policy.js';
import { INVITED_ROLES, STAFF_ROLES, type InvitedRole, type StaffRole } from '../people/domain/roles.js';

/** Disabled: by an admin. */
const PERSON_STATES = ['active', 'disabled'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** Upper limit for what is hashed; the password policy gives the precise reason. */
export const PASSWORD_INPUT_MAX = PASSWORD_MAX * 4;

export class SignUpDto {
  @ApiProperty() @trimmed @IsEmail() @MaxLength(254) email: string;
  @OptionalText(PASSWORD_INPUT_MAX, {
    minLength: 12,
    description: 'Sandbox only; otherwise chosen with the emailed link',
  })
  @Length(1, PASSWORD_INPUT_MAX)
  password?: string;
  @ApiProperty({ required: false, description: 'Sandbox only; otherwise entered with the emailed link' })
  @MayBeAbsent()
  @trimmed
  @IsString()
  @Length(1, 120)
  @IsName('person')
  name?: string;
}

export class SignInDto {
  @ApiProperty() @trimmed @IsString() @Length(3, 254) email: string;
  @ApiProperty() @IsString() @Length(1, PASSWORD_INPUT_MAX) password: string;
}

export class ConfirmEmailDto {
  @ApiProperty() @IsString() @Length(20, 80) token: string;
  @ApiProperty({ minLength: 12 }) @IsString() @Length(1, PASSWORD_INPUT_MAX) password: string;
  @ApiProperty() @trimmed @IsString() @Length(1, 120) @IsName('person') name: string;
}

export class FirstAdminDto extends ConfirmEmailDto {
  @ApiProperty() @trimmed @IsEmail() @MaxLength(254) email: string;
}

export class DemoSignInDto {
  @ApiProperty() @IsString() @Length(1, 40) person: string;
}

export class ChangeRoleDto {
  @ApiProperty({ enum: STAFF_ROLES }) @IsIn(STAFF_ROLES) role: StaffRole;
  @Words(10, 1_000) reason: string;
}

export class PersonReasonDto {
  @Words(10, 1_000, 'Kept in the audit trail') reason: string;
}

export class InviteStaffDto extends PersonReasonDto {
  @ApiProperty() @trimmed @IsEmail() @MaxLength(254) email: string;
  @ApiProperty({ enum: INVITED_ROLES, isArray: true, minItems: 1 })
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(INVITED_ROLES, { each: true })
  roles: InvitedRole[];
}

export class UsersQuery extends PageQuery {
  @OptionalText(254, 'In the name or the email address') q?: string;
  @OptionalOneOf(ROLES) role?: Role;
  @OptionalOneOf(PERSON_STATES) state?: PersonState;
}
