export { applyDefaults } from './defaults.js';
export { checkConfigSchema, CONFIG_SCHEMA_LIMITS } from './gate.js';
export { compilePattern, MAX_PATTERN_LENGTH, type SafePattern } from './pattern.js';
export { validateConfig } from './validate.js';
