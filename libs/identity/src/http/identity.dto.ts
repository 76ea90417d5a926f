import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '@portal/platform';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { PASSWORD_MAX } from '../domain/password-policy.js';
import { TOKEN_MAX_DAYS } from '../domain/session-life.js';

export const trimmed = Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
/** Bounds what is hashed; the policy says more precisely what is wrong. */
export const PASSWORD_INPUT_MAX = PASSWORD_MAX * 4;

export class SignUpDto {
  @ApiProperty() @trimmed @IsEmail() @MaxLength(254) email: string;
  @ApiProperty({ minLength: 12 }) @IsString() @MaxLength(PASSWORD_INPUT_MAX) password: string;
  @ApiProperty() @trimmed @IsString() @Length(1, 120) name: string;
}

export class SignInDto {
  @ApiProperty() @trimmed @IsString() @Length(3, 254) email: string;
  @ApiProperty() @IsString() @Length(1, PASSWORD_INPUT_MAX) password: string;
}

export class ConfirmEmailQuery {
  @ApiProperty() @IsString() @Length(20, 80) token: string;
}

export class DemoSignInDto {
  @ApiProperty() @IsString() @Length(1, 40) person: string;
}

export class RoleGrantDto {
  @ApiProperty({ enum: ROLES }) @IsIn(ROLES) role: Role;
  @ApiProperty({ nullable: true, required: false, type: String }) @IsOptional() @IsUUID() scope_id?: string | null;
}

export class CreateApiTokenDto {
  @ApiProperty() @trimmed @IsString() @Length(1, 80) name: string;
  @ApiProperty({ type: [RoleGrantDto] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => RoleGrantDto)
  roles: RoleGrantDto[];
  @ApiProperty({ required: false, default: 30, maximum: TOKEN_MAX_DAYS })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(TOKEN_MAX_DAYS)
  expires_in_days: number = 30;
}

export class ChangeRoleDto {
  @ApiProperty({ enum: ROLES }) @IsIn(ROLES) role: Role;
  @ApiProperty() @trimmed @IsString() @Length(10, 1_000) reason: string;
}
