export { Config } from './config.js';
export type { Mode } from './settings.js';
export { ConfigError, SECRET_VARIABLES, VARIABLES, readMigrateVariables, readVariables } from './variables.js';
export { failpoint } from './failpoint.js';
