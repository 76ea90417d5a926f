// The part that pages share with the server: everything imported from here runs without Node.
export { isSecretField } from './config-schema/secrets.js';
export { validateConfig } from './config-schema/validate.js';
export { CATEGORIES } from './manifest/types.js';
export { pointerKeys } from './json/pointer.js';
export type { JsonObject } from './json/types.js';
