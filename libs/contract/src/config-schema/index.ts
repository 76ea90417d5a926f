export { applyDefaults } from './defaults.js';
export { configExample } from './fillable.js';
export { checkConfigSchema, CONFIG_SCHEMA_LIMITS } from './gate.js';
export { compilePattern, MAX_PATTERN_LENGTH, MAX_PATTERN_SIZE, type SafePattern } from './pattern.js';
export {
  isSecretField,
  joinSecrets,
  secretFields,
  splitSecrets,
  type SecretField,
  type SplitSettings,
} from './secrets.js';
export { validateConfig } from './validate.js';
