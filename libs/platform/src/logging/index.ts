export { createLogger, LOGGER, NestLogger } from './logger.js';
