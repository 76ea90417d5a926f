import { failure, isObject, type EndpointName } from '@portal/contract';
import { jsonBody, type Answer, type Call } from '../http.js';
import { inGroup, withData, type Incoming, type Switch } from './switch.js';

const make = inGroup('installs');
/** More installs than this within this many milliseconds are many at once. */
const MANY = 4;
const AT_ONCE_MS = 1_000;
const crash: Answer = { status: 500, body: failure('internal') };

const succeeds = (answer: Answer): boolean => answer.status < 300;
/** Replaces a success of one endpoint. */
const on = (
  endpoint: EndpointName,
  name: string,
  title: string,
  breaks: string,
  answer: (answer: Answer, incoming: Incoming) => Answer,
): Switch =>
  make(name, title, breaks, {
    answer: (given, incoming) => (incoming.endpoint === endpoint && succeeds(given) ? answer(given, incoming) : given),
  });
const idIn = (call: Call): string => call.url.pathname.split('/').at(-1)!;
const ventureIn = (call: Call): string => {
  const body = jsonBody(call) ?? {};
  return JSON.stringify([
    body['merkava_tenant_id'] ?? body['tenant_id'],
    body['merkava_venture_id'] ?? body['venture_id'],
  ]);
};
const revoked = (answer: Answer, id: string): Answer => ({
  status: 200,
  body: {
    ok: true,
    data: { install_id: id, revoked: true },
    meta: { version: 'v1', generated_at: new Date(0).toISOString() },
  },
  ...(answer.headers ? { headers: answer.headers } : {}),
});

/** Faults of the beginning and end of installs. */
export function installSwitches(): Switch[] {
  const asked = new Map<string, number>();
  let recent: number[] = [];
  const ended = new Set<string>();
  return [
    make('install-refused', 'Every install is refused', 'C80', {
      answer: (answer, { endpoint }) =>
        endpoint === 'install' && succeeds(answer) ? { status: 422, body: failure('no') } : answer,
    }),
    on('install', 'install-created', 'An install answers 201 instead of 200', 'C81', (answer) => ({
      ...answer,
      status: 201,
    })),
    on('install', 'install-without-token', 'An install gives no token', 'C82', (answer) =>
      withData(answer, ({ scoped_token: _token, ...rest }) => rest),
    ),
    on('install', 'install-opens-elsewhere', 'The plugin is opened on another origin', 'C82', (answer) =>
      withData(answer, (data) => ({ ...data, metadata: { mount_url: 'https://elsewhere.example/app' } })),
    ),
    on('install', 'install-short-token', 'The token can be guessed', 'C83', (answer) =>
      withData(answer, (data) => ({ ...data, scoped_token: String(data['scoped_token']).replace(/_.*/, '_abc') })),
    ),
    make('tenant-not-needed', 'An install without a tenant is accepted', 'C84', {
      request: ({ call, endpoint }) => {
        const body = endpoint === 'install' ? jsonBody(call) : undefined;
        return body && isObject(body) && Object.keys(body).length === 0
          ? { ...call, body: Buffer.from('{"tenant_id":"nobody"}') }
          : call;
      },
    }),
    make('bad-json-crashes', 'A body that is no JSON crashes the install', 'C85', {
      answer: (answer, { call, endpoint }) =>
        endpoint === 'install' && answer.status === 400 && jsonBody(call) === undefined ? crash : answer,
    }),
    make('repeat-crashes', 'The second install of the same venture crashes', 'C86', {
      answer: (answer, { call, endpoint }) => {
        if (!succeeds(answer)) return answer;
        if (endpoint === 'uninstall') asked.clear();
        if (endpoint !== 'install') return answer;
        const venture = ventureIn(call);
        asked.set(venture, (asked.get(venture) ?? 0) + 1);
        return asked.get(venture) === 2 ? crash : answer;
      },
    }),
    on('install', 'parallel-crashes', 'Many installs at once crash', 'C104', (answer, { call: { receivedAt } }) => {
      recent = [...recent.filter((at) => at > receivedAt - AT_ONCE_MS), receivedAt];
      return recent.length > MANY ? crash : answer;
    }),
    on('uninstall', 'revoke-no-content', 'The end of an install answers 204', 'C89', () => ({ status: 204, body: '' })),
    make('revoke-twice', 'The end of an install that has ended answers 200', 'C90', {
      answer: (answer, incoming) => {
        if (incoming.endpoint !== 'uninstall') return answer;
        if (succeeds(answer)) ended.add(idIn(incoming.call));
        return answer.status === 404 && ended.has(idIn(incoming.call)) ? revoked(answer, idIn(incoming.call)) : answer;
      },
    }),
    make('revoke-unknown', 'The end of an unknown install answers 200', 'C99', {
      answer: (answer, incoming) =>
        incoming.endpoint === 'uninstall' && answer.status === 404 && /^conformance-probe-/.test(idIn(incoming.call))
          ? revoked(answer, idIn(incoming.call))
          : answer,
    }),
    make('revoke-never', 'An install cannot be ended', 'C89 C105', {
      request: ({ call, endpoint }) =>
        endpoint === 'uninstall' && idIn(call).startsWith('ws_') ? { ...call, method: 'OPTIONS' } : call,
      answer: (answer, incoming) =>
        incoming.endpoint === 'uninstall' && idIn(incoming.call).startsWith('ws_') && answer.status !== 401
          ? crash
          : answer,
    }),
    make('escaped-id-crashes', 'An id with escaped characters crashes', 'C92', {
      answer: (answer, incoming) =>
        incoming.endpoint === 'uninstall' && answer.status === 404 && /%[0-9a-f]{2}/i.test(incoming.call.target)
          ? crash
          : answer,
    }),
  ];
}
