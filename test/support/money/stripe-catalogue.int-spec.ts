import type { RecordedRequest } from '../processes/recording-proxy.js';
import { objectionsTo } from './stripe-catalogue.js';

const post = (
  url: string,
  body: string,
  headers: Record<string, string> = { 'idempotency-key': 'po_1_1' },
): RecordedRequest => ({
  method: 'POST',
  url,
  body,
  headers,
  status: 200,
});

describe('the judge of recorded requests', () => {
  it.each([
    [
      'an unknown parameter',
      post('/v1/transfers', 'amount=1&currency=usd&destination=acct_1&colour=red'),
      'unknown parameter',
    ],
    [
      'a payment without an idempotency key',
      post('/v1/transfers', 'amount=1&currency=usd&destination=acct_1', {}),
      'without a key',
    ],
    [
      'a payment with a key of the SDK',
      post('/v1/refunds', 'charge=ch_1', { 'idempotency-key': 'stripe-node-retry-1' }),
      'without a key',
    ],
    ['an unknown operation', post('/v1/wishes', ''), 'no such operation'],
    ['an unknown parameter of v2', post('/v2/core/accounts', '{"colour":"red"}'), 'unknown parameter'],
    ['an unknown filter', { ...post('/v1/transfers?colour=red', ''), method: 'GET' }, 'unknown parameter'],
  ])('objects to %s', (_what, recorded, words) => {
    expect(objectionsTo(recorded).join()).toContain(words);
  });

  it('accepts correct requests', () => {
    const right = [
      post('/v1/transfers', 'amount=1&currency=usd&destination=acct_1&metadata[payout_id]=1'),
      post('/v1/customers', 'name=x', {}),
      { ...post('/v1/transfers?transfer_group=po_1&limit=100', ''), method: 'GET' },
      post('/v2/core/accounts', '{"display_name":"x"}'),
    ];
    expect(right.flatMap(objectionsTo)).toEqual([]);
  });
});
