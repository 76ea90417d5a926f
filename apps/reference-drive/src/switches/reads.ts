import { failure, type EndpointName } from '@portal/contract';
import { at, dataOf, inGroup, rowsOf, withData, type Incoming, type Switch } from './switch.js';

/** Changes the success data of one endpoint. */
const data = (
  endpoint: EndpointName,
  change: (data: Record<string, unknown>, incoming: Incoming) => Record<string, unknown>,
): Partial<Switch> => at(endpoint, (answer, incoming) => withData(answer, (own) => change(own, incoming)));
const row = (ts: number, type: string): object => ({ id: `evt_${type}`, type, payload: {}, ts });
const sinceOf = ({ call }: Incoming): string | null => call.url.searchParams.get('since');

/** Faults of the answers to signed reads, independent of installs. */
export function answerSwitches(): Switch[] {
  const make = inGroup('answers');
  return [
    make('events-in-seconds', 'Events carry seconds instead of milliseconds', 'C64 C137', {
      ...data('events', (own, { call }) => ({
        ...own,
        events: [row(Math.floor(call.receivedAt / 1000), 'install.created')],
      })),
    }),
    make('kind-unlisted', 'An event has a kind that the manifest does not list', 'C64 C137', {
      ...data('events', (own, { call }) => ({ ...own, events: [row(call.receivedAt, 'draft.stolen')] })),
    }),
    make('events-under-another-name', 'The list of events has another name', 'C64', {
      ...data('events', ({ events, ...rest }) => ({ ...rest, items: events })),
    }),
    make('free-but-billed', 'A free Drive bills something', 'C65', {
      manifest: (manifest) => void ((manifest['drive'] as Record<string, unknown>)['pricing_tier'] = 'free'),
      shape: 'b',
      ...data('billing', (own) => ({ ...own, plan: 'free', amount_cents: 100 })),
    }),
  ];
}

/** Faults of events, metrics and billing of installs. */
export function rollUpSwitches(): Switch[] {
  const make = inGroup('events and numbers');
  let most = 0;
  let reads = 0;
  let log: Record<string, unknown>[] = [];
  const remember = (own: Record<string, unknown>): void => {
    const known = new Set(log.map(({ id }) => id));
    log = [...log, ...rowsOf(own).filter(({ id }) => !known.has(id))];
  };
  return [
    make('install-without-event', 'An install appends no event', 'C87', {
      writes: (kind) => kind !== 'install.created',
    }),
    make('revoke-without-event', 'The end of an install appends no event', 'C93', {
      writes: (kind) => kind !== 'install.revoked',
    }),
    make(
      'metrics-stand-still',
      'installs_active is always 0',
      'C88',
      data('metrics', (own) => ({ ...own, installs_active: 0 })),
    ),
    make('metrics-never-fall', 'installs_active never falls', 'C106', {
      ...data('metrics', (own) => ({
        ...own,
        installs_active: (most = Math.max(most, Number(own['installs_active']))),
      })),
    }),
    make('since-ignored', 'Events ignore since', 'C95 C153', {
      ...data('events', (own) => {
        remember(own);
        return { ...own, events: log };
      }),
    }),
    make('since-must-be-a-number', 'A since that is no number crashes', 'C96', {
      answer: (answer, incoming) =>
        incoming.endpoint === 'events' && dataOf(answer) && Number.isNaN(Number(sinceOf(incoming) ?? 0))
          ? { status: 500, body: failure('internal') }
          : answer,
    }),
    make('events-rewritten', 'Events change after they were read', 'C97', {
      ...data('events', (own) => ({
        ...own,
        events: rowsOf(own).map((event) => ({
          ...event,
          payload: { ...(event['payload'] as object), reads: (reads += 1) },
        })),
      })),
    }),
    make('tokens-ignored', 'Whoever signs reads the events of all tenants, whatever the token', 'C153', {
      ...data('events', (own, incoming) => {
        remember(own);
        const since = Number(sinceOf(incoming) ?? 0) || 0;
        return { ...own, events: log.filter(({ ts }) => Number(ts) > since) };
      }),
    }),
    make(
      'billing-of-another',
      'Billing is that of another tenant',
      'C98',
      data('billing', (own) => ({ ...own, tenant_id: 'acme' })),
    ),
  ];
}
