import { FixedClock } from '@portal/kernel';
import { createRequestLog, type AnsweredRequest } from './request-log.js';

const CLOCK = new FixedClock(new Date('2026-11-01T00:00:00.007Z'));
const REQUEST: AnsweredRequest = { id: 'abcdefgh-1', method: 'GET', url: '/api/v1/me?q=1', status: 200, ms: 1.2345 };

function logged(request: Partial<AnsweredRequest> = {}): Record<string, unknown> {
  const lines: string[] = [];
  createRequestLog('api', 'info', CLOCK, (line) => void lines.push(line))!({ ...REQUEST, ...request });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]+\n$/);
  return JSON.parse(lines[0]!) as Record<string, unknown>;
}

describe('the log line of a request', () => {
  it('has the fields of every other line, and no query', () => {
    const line = logged();
    const { time, ...rest } = line;
    expect(Object.keys(line)).toEqual(['level', 'time', 'name', 'request_id', 'method', 'path', 'status', 'ms', 'msg']);
    expect(rest).toEqual({
      level: 30,
      name: 'api',
      request_id: 'abcdefgh-1',
      method: 'GET',
      path: '/api/v1/me',
      status: 200,
      ms: 1.2,
      msg: 'request',
    });
    expect(time).toBe('2026-11-01T00:00:00.007Z');
  });

  it('stays one line of JSON for any requested path', () => {
    for (const url of ['/a"b', '/a\\"}', '/a\u2028b', '/%0a', '/a\tb', '/ä'])
      expect(logged({ url })).toMatchObject({ path: url, status: 200 });
  });

  it('shows no secret that is in a path or was sent as an id', () => {
    const token = `dps_${'A'.repeat(49)}`;
    expect(logged({ url: `/reset/${token}`, id: token })).toMatchObject({
      path: '/reset/dps_***',
      request_id: 'dps_***',
    });
    expect(logged({ url: '/x/sk_test_abcdefgh' })).toMatchObject({ path: '/x/sk_test_***' });
  });

  it.each(['warn', 'error', 'fatal', 'silent'])('is not written at level %s', (level) =>
    expect(createRequestLog('api', level, CLOCK)).toBeUndefined(),
  );
  it.each(['info', 'debug', 'trace'])('is written at level %s', (level) =>
    expect(createRequestLog('api', level, CLOCK)).toBeDefined(),
  );
});
