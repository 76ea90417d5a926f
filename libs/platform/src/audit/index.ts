export { Audit } from './audit.js';
export { LastChange } from './last-change.js';
