import { AppError, commonErrors } from '@portal/kernel';
import type { Actor, RoleGrant } from './actor.js';

/** Role of a member of an author organisation. */
export const MEMBER_ROLES = ['owner', 'developer', 'finance', 'read_only'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** What members may do besides reading. All members may read Drives, reviews and applications. */
export const MEMBER_CAPABILITIES = ['develop', 'see_money', 'manage_money', 'own'] as const;
export type MemberCapability = (typeof MEMBER_CAPABILITIES)[number];

const HOLDERS: Record<MemberCapability, readonly MemberRole[]> = {
  develop: ['owner', 'developer'],
  see_money: ['owner', 'finance', 'read_only'],
  manage_money: ['owner', 'finance'],
  own: ['owner'],
};

/** Capabilities of each role. */
export function capabilitiesOf(member: MemberRole): MemberCapability[] {
  return MEMBER_CAPABILITIES.filter((capability) => HOLDERS[capability].includes(member));
}

function lacks(grant: RoleGrant, capability: MemberCapability): boolean {
  return grant.role === 'author' && !HOLDERS[capability].includes(grant.member ?? 'read_only');
}

/**
 * The actor without the organisations in which they lack the capability, so that `scopeIds` returns only the others.
 * @throws AppError `member_role_missing` (403) for a member who has it in none of their organisations.
 */
export function withCapability(actor: Actor, capability: MemberCapability): Actor {
  const roles = actor.roles.filter((grant) => !lacks(grant, capability));
  const isMember = actor.roles.some((grant) => grant.role === 'author');
  if (isMember && !roles.some((grant) => grant.role === 'author')) throw new AppError(commonErrors.member_role_missing);
  return { ...actor, roles };
}
