export {
  ACCESS,
  Authenticator,
  MEMBER_MAY,
  STEP_UP,
  CurrentActor,
  Public,
  RequireRole,
  SignedIn,
  MemberMay,
  RequireStepUp,
  WithoutStepUp,
  BypassRowSecurity,
  BY_PERSON,
  ByPerson,
  HOST_SCOPE,
  HostScope,
  isForAuthors,
  type Access,
  type PortalRequest,
} from './access.js';
export { hasRole, isStaffRole, ROLES, scopeIds, SYSTEM_ACTOR, type Actor, type Role, type RoleGrant } from './actor.js';
export {
  capabilitiesOf,
  MEMBER_CAPABILITIES,
  MEMBER_ROLES,
  type MemberCapability,
  type MemberRole,
} from './member-role.js';
export { scopeFor, TOKEN_SCOPES, type ScopeArea, type TokenScope } from './token-scopes.js';
export { apartFrom, visitedOrigin } from './own-origins.js';
export { requirePerson, requireScope, requireSession } from './person.js';
export { asksForProof, assertRecentProof, type StepUpRule } from './recent-proof.js';
