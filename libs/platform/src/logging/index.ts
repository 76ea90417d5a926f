export { createLogger, LOGGER, NestLogger } from './logger.js';
export { startTracing } from './tracing.js';
