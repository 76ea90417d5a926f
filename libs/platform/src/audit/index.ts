export type { AuditSubject } from './audit.js';
export { actorNameFor, LastChange } from './last-change.js';
