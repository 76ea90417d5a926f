export { Audit } from './audit.js';
export { actorNameFor, LastChange } from './last-change.js';
