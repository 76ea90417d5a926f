export { Audit } from './audit.js';
export { actorNameFor, LastChange, type AuditedActor } from './last-change.js';
