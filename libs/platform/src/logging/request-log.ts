import type { Clock } from '@portal/kernel';
import { levels } from 'pino';
import { isoText } from './iso-text.js';
import { mask, output } from './logger.js';

const INFO = levels.values['info']!;

/** Log fields of one request. Durations in ms. */
export interface AnsweredRequest {
  readonly id: string;
  readonly method: string;
  /** The requested path, without the query. */
  readonly url: string;
  readonly status: number;
  readonly ms: number;
}

/**
 * Returns a function that logs one line per request in the format of the process's other lines. Not by a general
 * logger, which costs as much as the rest of the framework.
 * @param write receives the lines; standard output by default
 * @returns undefined when the log level excludes such lines
 */
export function createRequestLog(
  name: string,
  level: string,
  clock: Clock,
  write: (line: string) => void = (line) => void output().write(line),
): ((request: AnsweredRequest) => void) | undefined {
  if ((levels.values[level] ?? Infinity) > INFO) return undefined;
  const tail = `,"name":${JSON.stringify(name)},"request_id":`;
  return ({ id, method, url, status, ms }) => {
    const query = url.indexOf('?');
    const path = JSON.stringify(mask(query < 0 ? url : url.slice(0, query)));
    const took = Math.round(ms * 10) / 10;
    write(
      `{"level":${INFO},"time":"${isoText(clock.wallNow().getTime())}"${tail}"${mask(id)}","method":"${method}","path":${path},"status":${status},"ms":${took},"msg":"request"}\n`,
    );
  };
}
