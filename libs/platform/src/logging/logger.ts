import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { TOKEN_PATTERN } from '../crypto/token.js';
import { traceIds } from './tracing.js';

/** Injection token of the process's pino logger. */
export const LOGGER = Symbol('LOGGER');

const MASKS: [RegExp, string][] = [
  [TOKEN_PATTERN, '$1_***'],
  [/\b((?:sk|rk)_(?:test|live)|whsec)_[0-9A-Za-z_]+/g, '$1_***'],
  [/(Bearer\s+)[A-Za-z0-9._~+/=-]+/gi, '$1***'],
  [
    /("(?:password|secret|token|scoped_token|signature|authorization|cookie|set-cookie|x-platform-signature)"\s*:\s*")[^"]*/gi,
    '$1***',
  ],
  [/(postgres(?:ql)?:\/\/[^:@/\s]+:)[^@\s]+@/g, '$1***@'],
];

/** Quick check for anything that a mask could match; nearly all lines have nothing. */
const SUSPECT =
  /\b(?:[a-z]{2,4}|whsec|test|live)_[0-9A-Za-z]{3}|bearer|"(?:password|secret|token|signature|authorization|cookie)"|signature"|cookie"|token"|postgres/i;

/** Without one of these no mask matches; most ids and paths have none. */
const POSSIBLE = /[_":\s]/;

/** Masks everything in a text that looks like one of our secrets. */
export function mask(text: string): string {
  if (!POSSIBLE.test(text) || !SUSPECT.test(text)) return text;
  return MASKS.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text);
}

let shared: ReturnType<typeof pino.destination> | undefined;

/** Standard output, written in large batches, as each wakes a thread: within half a second, and when the process exits. */
export function output(): ReturnType<typeof pino.destination> {
  shared ??= pino.destination({ dest: 1, sync: false, minLength: 32_768, maxWrite: 65_536, periodicFlush: 500 });
  return shared;
}

/** Logs JSON lines to standard output; every line passes through `mask`. */
export function createLogger(name: string, level: string): Logger {
  return pino(
    { level, base: { name }, mixin: traceIds, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: mask } },
    output(),
  );
}

/** Logs Nest's own messages the same way; those at start are debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}
  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ context: rest.at(-1), stack: rest.length > 1 ? rest[0] : undefined }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
}
