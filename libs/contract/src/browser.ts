// What pages share with the server: everything that these files reach runs without Node.
export { isSecretField } from './config-schema/secrets.js';
export { validateConfig } from './config-schema/validate.js';
export { pointerKeys } from './json/pointer.js';
export type { JsonObject } from './json/types.js';
