import { ApiProperty } from '@portal/platform/description';
import {
  capabilitiesOf,
  MEMBER_CAPABILITIES,
  MEMBER_ROLES,
  ROLES,
  type Actor,
  type MemberCapability,
} from '@portal/platform/access';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { areasOf, type Area, type Grant } from '../people/domain/roles.js';

export class UserView {
  @ApiProperty() id: string;
  @ApiProperty() email: string;
  @ApiProperty() name: string;
}

export class RoleView {
  @ApiProperty({ enum: ROLES }) role: string;
  @ApiProperty(maybeText) scope_id: string | null;
  @ApiProperty({ enum: MEMBER_ROLES, required: false, description: 'Authors: in the organisation' })
  member_role?: string;
}

export class MeView {
  @ApiProperty() user: UserView;
  @ApiProperty({ type: [RoleView] }) roles: RoleView[];
  @ApiProperty({ ...maybeText, description: 'Authors: the organisation that the session acts for' })
  acts_for: string | null;
  @ApiProperty({
    enum: MEMBER_CAPABILITIES,
    isArray: true,
    description: 'Authors: what they may do in the organisation that the session acts for, beyond reading',
  })
  member_may: MemberCapability[];
  @ApiProperty({ enum: ['author', 'review', 'finance', 'plugins', 'admin'], isArray: true }) areas: Area[];
  @ApiProperty({ enum: ['sandbox', 'production'] }) mode: string;
  @ApiProperty() demo: boolean;
  @ApiProperty({
    enum: ROLES,
    isArray: true,
    description: 'Roles that are inactive until two-factor authentication is on',
  })
  withheld_roles: string[];
}

/** The session of the request's cookie or token. */
export class WhoAmIView {
  @ApiProperty({ type: MeView, nullable: true, description: 'Null when nobody is signed in' }) me: MeView | null;
  @ApiProperty({ description: 'How far business time is ahead of the clock, ms; 0 in production' })
  clock_offset_ms: number;
  @ApiProperty({ description: 'Whether there are demo persons to sign in as' }) demo: boolean;
}

export class SignUpView {
  @ApiProperty({ enum: ['sign_in', 'confirm_email'] }) next: 'sign_in' | 'confirm_email';
}

export class SignInView {
  @ApiProperty({ description: 'False while the second factor is missing' }) done: boolean;
  @ApiProperty({ enum: ['signed_in', 'second_factor'] }) next: 'signed_in' | 'second_factor';
  @ApiProperty({ ...maybeText, description: 'For the second step; five attempts within five minutes' })
  challenge: string | null;
}

export class DemoPersonView {
  @ApiProperty() person: string;
  @ApiProperty() name: string;
  @ApiProperty() email: string;
  @ApiProperty() does: string;
}

export class AdminUserView extends UserView {
  @ApiProperty({ type: [RoleView] }) roles: RoleView[];
  @ApiProperty(instant) created_at: string;
  @ApiProperty({ description: 'Has two-factor authentication on' }) second_factor: boolean;
  @ApiProperty(maybeInstant) disabled_at: string | null;
  @ApiProperty({ ...maybeText, description: 'Name of the admin' }) disabled_by: string | null;
  @ApiProperty(maybeText) disabled_reason: string | null;
}

function roleView(grant: Grant & { member?: string }): RoleView {
  return { role: grant.role, scope_id: grant.scopeId, ...(grant.member && { member_role: grant.member }) };
}

function memberMay({ roles, actsFor }: Actor): MemberCapability[] {
  const grant = roles.find(({ role, scopeId }) => role === 'author' && scopeId === actsFor);
  return grant ? capabilitiesOf(grant.member ?? 'read_only') : [];
}

export function meView(actor: Actor, mode: string, demo: boolean): MeView {
  return {
    user: { id: actor.userId ?? '', email: actor.email ?? '', name: actor.name },
    roles: actor.roles.map(roleView),
    acts_for: actor.actsFor ?? null,
    member_may: memberMay(actor),
    areas: areasOf(actor.roles),
    mode,
    demo,
    withheld_roles: [...(actor.withheldRoles ?? [])],
  };
}
