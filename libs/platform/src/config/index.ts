export { Config, type Mode } from './config.js';
export { ConfigError, SECRET_VARIABLES, VARIABLES, readMigrateVariables, readVariables } from './variables.js';
export { failpoint } from './failpoint.js';
