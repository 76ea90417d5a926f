import { parseEvent } from './parse-event.js';

const parse = (value: unknown) => parseEvent(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
const v1 = {
  id: 'evt_1',
  object: 'event',
  type: 'transfer.created',
  created: 1_795_000_000,
  livemode: false,
  data: { object: { id: 'tr_1', amount: 5 } },
};
const thin = {
  id: 'evt_2',
  object: 'v2.core.event',
  type: 'v2.core.account[requirements].updated',
  created: '2026-11-21T00:00:00.000Z',
  livemode: true,
  related_object: { id: 'acct_1', type: 'v2.core.account', url: '/v2/core/accounts/acct_1' },
};

describe('the stored part of an event', () => {
  it('is its origin, its type, and the object that it is about', () => {
    expect(parse(v1)).toEqual({
      source: 'platform',
      eventId: 'evt_1',
      type: 'transfer.created',
      objectId: 'tr_1',
      account: null,
      livemode: false,
      occurredAt: new Date(1_795_000_000_000),
    });
    expect(parse(thin)).toEqual({
      source: 'platform_v2',
      eventId: 'evt_2',
      type: thin.type,
      objectId: 'acct_1',
      account: null,
      livemode: true,
      occurredAt: new Date(thin.created),
    });
  });

  it('names the connected account, unless that is an invalid id', () => {
    expect(parse({ ...v1, account: 'acct_9' })).toMatchObject({ source: 'connect', account: 'acct_9' });
    expect(parse({ ...v1, account: '../x' })).toMatchObject({ source: 'platform', account: null });
    expect(parse({ ...thin, account: 'acct_9' })).toMatchObject({ source: 'platform_v2', account: null });
  });

  it('has no object when the event names none that we could fetch', () => {
    expect(parse({ ...v1, data: { object: { available: [] } } })).toMatchObject({ objectId: null });
    expect(parse({ ...v1, data: { object: { id: '../v1/balance' } } })).toMatchObject({ objectId: null });
    expect(parse({ ...thin, related_object: null })).toMatchObject({ objectId: null });
  });

  it.each([
    ['no JSON', '{'],
    ['not an object', []],
    ['null', null],
    ['another object', { ...v1, object: 'charge' }],
    ['no id', { ...v1, id: undefined }],
    ['an id that is an address', { ...v1, id: 'evt/../x' }],
    ['an id of 256 characters', { ...v1, id: 'e'.repeat(256) }],
    ['no type', { ...v1, type: '' }],
    ['a type that is no text', { ...v1, type: 7 }],
    ['no date', { ...v1, created: 'yesterday' }],
  ])('is nothing for %s', (_what, value) => {
    expect(parse(value)).toBeUndefined();
  });
});
