export { named } from './shown-text.js';
export { TextWriter } from './text-writer.js';
