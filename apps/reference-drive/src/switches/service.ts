import { failure, type EndpointName } from '@portal/contract';
import type { Answer } from '../http.js';
import { inGroup, withData, type Incoming, type Switch } from './switch.js';

const SLOW_MS = 2_600;

const make = inGroup('public endpoints');
const at = (
  endpoint: EndpointName,
  name: string,
  title: string,
  breaks: string,
  answer: (answer: Answer, incoming: Incoming) => Answer,
): Switch =>
  make(name, title, breaks, {
    answer: (given, incoming) => (incoming.endpoint === endpoint ? answer(given, incoming) : given),
  });
const isSigned = ({ call }: Incoming): boolean => call.headers['x-platform-signature'] !== undefined;
const NOT_THERE: Answer = { status: 404, body: '<!doctype html><title>Not found</title>' };

/** Faults of endpoints as such: closed to the public, missing, slow. */
export function serviceSwitches(): Switch[] {
  return [
    at('health', 'health-gated', 'Health asks for a signature', 'C40', (answer, incoming) =>
      isSigned(incoming) ? answer : { status: 401, body: failure('missing_signature_headers') },
    ),
    at(
      'health',
      'health-checks-signatures',
      'Health refuses a wrong signature, although it needs none',
      'C42',
      (answer, incoming) => (isSigned(incoming) ? { status: 401, body: failure('bad_signature') } : answer),
    ),
    at('health', 'health-without-status', 'Health reports neither status nor uptime', 'C78', (answer) =>
      withData(answer, () => ({ fine: true })),
    ),
    make('health-slow', `Health takes ${SLOW_MS / 1000} seconds`, 'C77', {
      delayMs: ({ endpoint }) => (endpoint === 'health' ? SLOW_MS : 0),
    }),
    make('icon-is-a-page', 'The icon is a web page', 'C79', { icon: '<!doctype html><title>Sign in</title>' }),
    at('metrics', 'metrics-missing', 'Metrics are not there', 'C43', () => NOT_THERE),
    at('events', 'events-missing', 'Events are not there', 'C44', () => NOT_THERE),
    at('billing', 'billing-missing', 'Billing is not there', 'C45', () => NOT_THERE),
    at('install', 'install-missing', 'Install is not there', 'C46', () => NOT_THERE),
    at('uninstall', 'uninstall-crashes', 'Uninstall crashes', 'C47', () => ({ status: 500, body: 'oops' })),
  ];
}
