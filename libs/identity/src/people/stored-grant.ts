import type { MemberRole, Role, RoleGrant } from '@portal/platform/access';

/** A grant as stored in JSON columns and returned by the API. */
export interface StoredGrant {
  role: Role;
  scope_id: string | null;
  member_role?: MemberRole;
}

export const toStored = (grant: RoleGrant): StoredGrant => ({
  role: grant.role,
  scope_id: grant.scopeId,
  ...(grant.member && { member_role: grant.member }),
});
export const fromStored = (grant: StoredGrant): RoleGrant => ({
  role: grant.role,
  scopeId: grant.scope_id,
  ...(grant.member_role && { member: grant.member_role }),
});
