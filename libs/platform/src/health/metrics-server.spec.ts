import { Secret } from '@portal/kernel';
import { register } from 'prom-client';
import { startMetricsServer } from './metrics-server.js';

describe('the /metrics page', () => {
  beforeEach(() => register.clear());
  afterAll(() => register.clear());

  const statuses = async (token: Secret | undefined, ...sent: (string | undefined)[]): Promise<number[]> => {
    const server = await startMetricsServer({ host: '127.0.0.1', port: 0, token });
    try {
      const ask = async (authorization?: string): Promise<number> => {
        const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
        return (await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers })).status;
      };
      return await Promise.all(sent.map(ask));
    } finally {
      await server.close();
    }
  };

  it('is open to any caller when no token is set', async () =>
    expect(await statuses(undefined, undefined, 'Bearer anything')).toEqual([200, 200]));

  it('is open only to callers with the token when one is set', async () => {
    const token = new Secret('a token of sixteen');
    const sent = [
      undefined,
      '',
      'Bearer',
      'Bearer a token of sixtee',
      'a token of sixteen',
      'Bearer a token of sixteen',
    ];
    expect(await statuses(token, ...sent)).toEqual([401, 401, 401, 401, 401, 200]);
  });
});
