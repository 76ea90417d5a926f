import { monthAfter, monthsBetween } from './months.js';
import { parseScenario } from './parse-scenario.js';

const INSTALL = { at: '2026-01-01', type: 'install', install: 'i1', drive: 'notes', tenant: 'acme', price: 100 };
const BASE = {
  scenario: 1,
  authors: { alice: {} },
  drives: { notes: { author: 'alice' } },
  tenants: { acme: {} },
  events: [INSTALL],
};
const pointers = (value: unknown): string[] => {
  const parsed = parseScenario(typeof value === 'string' ? value : JSON.stringify(value));
  return parsed.ok ? [] : parsed.problems.map(({ pointer }) => pointer).sort();
};
const withEvent = (event: object, at = '2026-02-01') => ({ ...BASE, events: [INSTALL, { at, ...event }] });

describe('a scenario', () => {
  it('is read with its defaults', () => {
    const parsed = parseScenario(JSON.stringify(BASE));
    expect(parsed.ok && parsed.scenario).toMatchObject({
      currency: 'usd',
      automatic: { close: true, payouts: true },
      events: [{ price: 100n, at: new Date('2026-01-01T00:00:00.000Z') }],
    });
    expect(parsed.ok && parsed.scenario.tenants.get('acme')).toMatchObject({ card: 'ok', country: 'US' });
  });

  it('is refused for every mistake at once', () => {
    expect(
      pointers({
        ...BASE,
        scenario: 2,
        extra: 1,
        drives: { notes: { author: 'nobody' }, none: {} },
        events: [
          { ...INSTALL, price: '1.5', tenant: 'else' },
          { at: 'soon', type: 'uninstall', install: 'i1' },
          { type: 'x' },
        ],
      }),
    ).toEqual([
      '/drives/none',
      '/drives/notes/author',
      '/events/0/price',
      '/events/0/tenant',
      '/events/1/at',
      '/events/2/type',
      '/extra',
      '/scenario',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['a day that is not', { ...INSTALL, at: '2026-02-30' }, '/events/0/at'],
    ['an hour that is not', { ...INSTALL, at: '2026-02-01T24:00:00Z' }, '/events/0/at'],
    ['an offset that is nowhere', { ...INSTALL, at: '2026-02-01T10:00:00+15:00' }, '/events/0/at'],
    ['a minute that is not', { ...INSTALL, at: '2026-02-01T10:60' }, '/events/0/at'],
    ['a year before 2000 in UTC', { ...INSTALL, at: '2000-01-01T00:30:00+01:00' }, '/events/0/at'],
    ['a day before the clock begins', { ...INSTALL, at: '2000-01-01T23:59:59Z' }, '/events/0/at'],
    ['a fraction of a minor unit', { ...INSTALL, price: 0.5 }, '/events/0/price'],
    ['a leading zero', { ...INSTALL, price: '0100' }, '/events/0/price'],
    ['a negative price', { ...INSTALL, price: -1 }, '/events/0/price'],
    ['null for nothing', { ...INSTALL, venture: null }, '/events/0/venture'],
    ['a currency in words', { ...INSTALL, currency: 'dollar' }, '/events/0/currency'],
    ['an unknown member', { ...INSTALL, colour: 'red' }, '/events/0/colour'],
    ['a missing type', { at: '2026-01-01' }, '/events/0'],
    ['a name with a space', { ...INSTALL, install: 'i 1' }, '/events/0/install'],
  ])('does not accept %s', (_name, event, pointer) => {
    expect(pointers({ ...BASE, events: [event] })).toEqual([pointer]);
  });

  it.each<[string, object, string]>([
    ['a second install of the same name', { ...INSTALL, at: '2026-03-01' }, '/events/1/install'],
    ['an end of what does not run', { type: 'uninstall', install: 'i2' }, '/events/1/install'],
    [
      'an invoice of a month to come',
      { type: 'payment', tenant: 'acme', month: '2026-05', outcome: 'paid' },
      '/events/1/month',
    ],
    [
      'an amount and lines',
      { type: 'refund', refund: 'r', tenant: 'acme', month: '2026-01', amount: 1, lines: [{ install: 'i1' }] },
      '/events/1/amount',
    ],
    ['an update of nothing', { type: 'dispute_update', dispute: 'd', stage: 'won' }, '/events/1/dispute'],
    ['a share of nobody', { type: 'author_share', basis_points: 1 }, '/events/1'],
    [
      'a hold of a reason that says nothing',
      { type: 'hold', hold: 'h', author: 'alice', kind: 'tax', basis_points: 1, reason: ' x ' },
      '/events/1/reason',
    ],
  ])('does not accept %s', (_name, event, pointer) => {
    expect(pointers(withEvent(event))).toEqual([pointer]);
  });

  it.each<[string, object, string]>([
    ['with a share', { type: 'author_share', basis_points: 1 }, '/events/1/drive'],
    ['who bills', { type: 'billing', billing: 'author' }, '/events/1/billing'],
  ])('does not accept an author of a first-party Drive, %s', (_name, event, pointer) => {
    const drives = { ...BASE.drives, ours: { first_party: true } };
    const events = [INSTALL, { at: '2026-02-01', drive: 'ours', ...event }];
    expect(pointers({ ...BASE, drives, events })).toEqual([pointer]);
  });

  it.each([
    ['2026-02-01', '2026-02-01T00:00:00.000Z'],
    ['2000-01-02', '2000-01-02T00:00:00.000Z'],
    ['2026-02-01T10:30Z', '2026-02-01T10:30:00.000Z'],
    ['2026-02-01T10:30:15', '2026-02-01T10:30:15.000Z'],
    ['2026-02-01 10:30:15', '2026-02-01T10:30:15.000Z'],
    ['2026-02-01T10:30:15.25Z', '2026-02-01T10:30:15.250Z'],
    ['2026-02-01T00:30:00+01:00', '2026-01-31T23:30:00.000Z'],
    ['2026-01-31T23:30:00-0100', '2026-02-01T00:30:00.000Z'],
  ])('accepts the instant %s', (at, utc) => {
    const parsed = parseScenario(JSON.stringify({ ...BASE, events: [{ ...INSTALL, at }] }));
    expect(parsed.ok && parsed.scenario.events[0]!.at).toEqual(new Date(utc));
  });

  it('accepts lists of names, either case of a currency, the first day of a month, and no version', () => {
    const { authors: _authors, tenants: _tenants, scenario: _version, ...rest } = BASE;
    const parsed = parseScenario(
      JSON.stringify({
        ...rest,
        authors: ['alice'],
        tenants: ['acme', 'beta'],
        currency: 'EUR',
        until: '2026-03-01',
        events: [{ ...INSTALL, currency: 'USD' }],
      }),
    );
    expect(parsed.ok && parsed.scenario).toMatchObject({ scenario: 1, currency: 'eur', until: '2026-03' });
    expect(parsed.ok && [...parsed.scenario.tenants.keys()]).toEqual(['acme', 'beta']);
    expect(pointers({ ...BASE, tenants: ['acme', 'acme'] })).toEqual(['/tenants/1']);
    expect(pointers({ ...BASE, tenants: ['acme', 1] })).toEqual(['/tenants/1']);
    expect(pointers({ ...BASE, tenants: ['other'] })).toEqual(['/events/0/tenant']);
  });

  it('reports that the last month lies before the first event, and uses the month of that event', () => {
    const month = INSTALL.at.slice(0, 7);
    const later = { ...INSTALL, at: '2031-05-20', install: 'i9' };
    const of = (until: string, events: object[]) => {
      const parsed = parseScenario(JSON.stringify({ ...BASE, until, events }));
      return parsed.ok ? [] : parsed.problems;
    };
    expect(of('2031-04', [later])).toEqual([
      { pointer: '/until', message: 'is before the first event, which is of 2031-05: no month would be closed' },
    ]);
    expect(of('2031-05', [later])).toEqual([]);
    // Later events are played all the same.
    expect(of(month, [later, INSTALL])).toEqual([]);
    expect(of('2031-04', [])).toEqual([]);
  });

  it('closes at most 240 months after the first event, and says so before anything is played', () => {
    const of = (more: object) => {
      const parsed = parseScenario(JSON.stringify({ ...BASE, ...more }));
      return parsed.ok ? [] : parsed.problems;
    };
    const end = { at: '2046-02-01', type: 'uninstall', install: 'i1' };
    const events = [end, INSTALL];
    expect(of({ until: '2046-01' })).toEqual([]);
    expect(of({ until: '2046-02' })).toEqual([
      {
        pointer: '/until',
        message: 'is more than 240 months after the first event, which is of 2026-01; give 2046-01 at most',
      },
    ]);
    expect(of({ events: [INSTALL, { ...end, at: '2046-01-31T23:59:59Z' }] })).toEqual([]);
    expect(of({ events })).toMatchObject([
      { pointer: '/events/0/at', message: expect.stringContaining('"until"') as string },
    ]);
    // Events after `until` close no months.
    expect(of({ events, until: '2026-02' })).toEqual([]);
  });

  it('knows the countries of the product, in either case, also those where nobody can be paid', () => {
    const of = (country: unknown) => ({
      ...BASE,
      authors: { alice: { country } },
      tenants: { acme: { country } },
      events: [INSTALL, { at: '2026-02-01', type: 'swap_account', author: 'alice', country }],
    });
    for (const code of ['DE', 'de', 'BR', 'AQ']) expect(pointers(of(code))).toEqual([]);
    for (const code of ['ZZ', 'UK', 'xx', 'DEU', '', 49, 'ﬁ']) {
      const at = ['/authors/alice/country', '/events/1/country', '/tenants/acme/country'];
      expect(pointers(of(code))).toEqual(at);
    }
  });

  it('accepts each name of a recovery once, and holds that end after they begin', () => {
    const recovery = { type: 'recovery', recovery: 'x', author: 'alice', how: 'written_off' };
    const hold = { type: 'hold', hold: 'h', author: 'alice', kind: 'tax', basis_points: 1 };
    const of = (...events: object[]) => {
      const parsed = parseScenario(JSON.stringify({ ...BASE, events: [INSTALL, ...events] }));
      return parsed.ok ? [] : parsed.problems;
    };
    expect(of({ at: '2026-02-01', ...recovery }, { at: '2026-03-01', ...recovery })).toEqual([
      { pointer: '/events/2/recovery', message: '"x" exists already; every recovery has a name of its own' },
    ]);
    expect(of({ at: '2026-02-01', ...recovery }, { at: '2026-03-01', ...recovery, recovery: 'y' })).toEqual([]);
    for (const until of ['2026-01-31', '2026-02-01'])
      expect(of({ at: '2026-02-01', ...hold, until })).toEqual([
        { pointer: '/events/1/until', message: 'is not after the hold begins: a hold ends later than its "at"' },
      ]);
    expect(of({ at: '2026-02-01', ...hold, until: '2026-02-02' })).toEqual([]);
  });

  it('suggests what may have been meant', () => {
    const parsed = parseScenario(
      JSON.stringify({ ...BASE, events: [{ ...INSTALL, trialDays: 3 }, { type: 'installed' }] }),
    );
    const messages = parsed.ok ? [] : parsed.problems.map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringContaining('(perhaps "trial_days")') as string,
      expect.stringContaining('(perhaps "install")') as string,
    ]);
  });

  it('accepts events in any order of time, and amounts beyond 2^53 as text', () => {
    const end = { at: '2026-02-01', type: 'uninstall', install: 'i1' };
    const parsed = parseScenario(JSON.stringify({ ...BASE, events: [end, { ...INSTALL, price: '9007199254740993' }] }));
    expect(parsed.ok && parsed.scenario.events[1]).toMatchObject({ price: 9_007_199_254_740_993n });
  });

  it('does not accept numbers that lose digits, or a member twice', () => {
    const withPrice = (price: string): string => JSON.stringify(BASE).replace('"price":100', `"price":${price}`);
    for (const price of ['9007199254740993', '1e30', '-1e30', '1e400', '1E21'])
      expect(pointers(withPrice(price))).toEqual(['/events/0/price']);
    const two = withPrice('1e30').replace('"scenario":1', '"scenario":1,"policies":{"a/b":[1,1e21]}');
    expect(pointers(two)).toEqual(['/events/0/price', '/policies/a~1b/1']);
    // A mistake that its value does not show is found by its position in the text, also when the text is not JSON.
    const long = parseScenario(withPrice(`0.${'1'.repeat(70)}`));
    expect(long.ok ? [] : long.problems).toEqual([{ pointer: '', message: expect.stringMatching(/line 1/) as string }]);
    expect(pointers(`${withPrice('1e30')},`)).toEqual(['']);
    expect(pointers(`[1e30,${'['.repeat(50_000)}${']'.repeat(50_000)}]`)).toEqual(['/0']);
    expect(pointers('{"scenario":1,"scenario":1,"drives":{},"tenants":{},"events":[]}')).toEqual(['']);
  });
});

describe('months', () => {
  it('continue over the year and count both ends', () => {
    expect(monthAfter('2026-12')).toBe('2027-01');
    expect(monthAfter('2026-01', -1)).toBe('2025-12');
    expect(monthsBetween('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01']);
    expect(monthsBetween('2026-02', '2026-01')).toEqual([]);
  });
});
