import vectors from '../../../../libs/contract/vectors/signing.json';
import { checkDocs, searchChecks } from './check-docs.js';
import { isRequestPath, signRequest } from './sign.js';

describe('signing in the browser', () => {
  const good = vectors.sign.slice(0, 20);

  it.each(good)('agrees with the published vector: $name', async (vector) => {
    const { secret, timestamp_ms: timestamp, path, signature } = vector as unknown as Record<string, string>;
    expect((await signRequest(secret!, String(timestamp), path!)).signature).toBe(signature);
  });

  it('takes a path as it stands on the request line and nothing else', () => {
    expect(isRequestPath('/api/platform/events?since=0&a=%20')).toBe(true);
    for (const text of ['', 'api', 'https://a.example/x', '/a b', '/a#b', '/ä'])
      expect(isRequestPath(text)).toBe(false);
  });
});

describe('documentation of the checks', () => {
  it('finds checks by any words of theirs', () => {
    expect(searchChecks('upper case hex').map(({ id }) => id)).toContain('C72');
    expect(searchChecks('C105').map(({ id }) => id)).toContain('C105');
    expect(searchChecks('zzz nothing')).toEqual([]);
    expect(searchChecks('  ')).toHaveLength(checkDocs.length);
  });
});
