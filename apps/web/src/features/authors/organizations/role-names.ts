import type { MemberRole } from '../../../api/views.js';
import { texts } from '../texts/organizations.js';

/** Names and rights of the roles of members. */
export const roleNames: Record<MemberRole, string> = texts.team.roleNames;
