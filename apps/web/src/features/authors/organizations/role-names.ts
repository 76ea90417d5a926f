import type { MemberRole } from '../../../api/views.js';
import { texts } from '../texts/organizations.js';

/** What each role of a member is called, and what it may do. */
export const roleNames: Record<MemberRole, string> = texts.team.roleNames;
