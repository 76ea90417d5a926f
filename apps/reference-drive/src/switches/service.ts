import { failure } from '@portal/contract';
import type { Answer } from '../http.js';
import { at, inGroup, withData, type Incoming, type Switch } from './switch.js';

const SLOW_MS = 2_600;

const make = inGroup('public endpoints');
const isSigned = ({ call }: Incoming): boolean => call.headers['x-platform-signature'] !== undefined;
const notThere = (): Answer => ({ status: 404, body: '<!doctype html><title>Not found</title>' });

/** Faults of endpoints as such: closed to the public, missing, slow. */
export function serviceSwitches(): Switch[] {
  return [
    make('health-gated', 'Health asks for a signature', 'C40', {
      ...at('health', (answer, incoming) =>
        isSigned(incoming) ? answer : { status: 401, body: failure('missing_signature_headers') },
      ),
    }),
    make('health-checks-signatures', 'Health refuses a wrong signature, although it needs none', 'C42', {
      ...at('health', (answer, incoming) =>
        isSigned(incoming) ? { status: 401, body: failure('bad_signature') } : answer,
      ),
    }),
    make('health-without-status', 'Health reports neither status nor uptime', 'C78', {
      ...at('health', (answer) => withData(answer, () => ({ fine: true }))),
    }),
    make('health-slow', `Health takes ${SLOW_MS / 1000} seconds`, 'C77', {
      delayMs: ({ endpoint }) => (endpoint === 'health' ? SLOW_MS : 0),
    }),
    make('icon-is-a-page', 'The icon is a web page', 'C79', { icon: '<!doctype html><title>Sign in</title>' }),
    make('metrics-missing', 'Metrics are not there', 'C43', at('metrics', notThere)),
    make('events-missing', 'Events are not there', 'C44', at('events', notThere)),
    make('billing-missing', 'Billing is not there', 'C45', at('billing', notThere)),
    make('install-missing', 'Install is not there', 'C46', at('install', notThere)),
    make('uninstall-crashes', 'Uninstall crashes', 'C47', {
      ...at('uninstall', () => ({ status: 500, body: 'oops' })),
    }),
  ];
}
