import { buildInstallRequest, parseInstallResponse, type InstallResponseResult } from '@portal/contract';
import { randomUUID } from 'node:crypto';
import type { Act, Stage } from './act.js';
import { outcome, type Host } from './host.js';

const VARIANTS = { both: 'both', '1': 1, '2': 2 } as const;
type Variant = keyof typeof VARIANTS;
const isVariant = (word: string): word is Variant => Object.hasOwn(VARIANTS, word);

/** Installs into a new venture, then repeats the request as the host does when a response was lost. */
export const install: Act = {
  summary: 'install with both variants (as the host does), or with variant 1 or 2 only',
  takes: ['both', '1', '2'],
  async run(stage, word = 'both') {
    if (!isVariant(word)) return;
    const { host, reporter } = stage;
    const step = word === 'both' ? 'install' : `install variant ${word}`;
    const ventureId = `mock-venture-${randomUUID()}`;
    const body = requestOf(stage, VARIANTS[word], ventureId);
    const reply = await host.call('POST', host.endpoints!.install, { body });
    const returns = host.manifest!.installReturns;
    const parsed = reply.data && parseInstallResponse(reply.data, host.origin, returns?.hostOrigin);
    const before = [...host.installs];
    keep(host, parsed, ventureId);
    if (!parsed?.ok) {
      // The host sends both variants in one body, so a Drive may know only one of them.
      const narrow = word !== 'both' && reply.status === 400;
      const why = parsed ? (parsed.issues[0]?.message ?? 'malformed') : outcome(reply);
      const hint = narrow ? ': this Drive does not accept this variant alone; the host always sends both' : '';
      return reporter.report(step, narrow ? 'note' : 'fail', why + hint);
    }
    const { installId, scopedToken, mountUrl } = parsed.result;
    reporter.expect(
      step,
      reply.status === 200,
      `${reply.status === 200 ? 'installed' : `status ${reply.status}, but a success must be 200`}: id ${installId}, token of ${scopedToken.length} characters${mountUrl ? `, opens at ${mountUrl}` : ''}`,
    );
    if (before.some(({ token }) => token === scopedToken))
      reporter.note(step, 'the token is that of an install in another venture; give every install a token of its own');
    for (const { message, fix } of parsed.issues) reporter.note(step, `${message} ${fix}`);
    if (returns?.tokenPrefix && !scopedToken.startsWith(returns.tokenPrefix))
      reporter.note(step, `the token does not begin with the token_prefix "${returns.tokenPrefix}"`);
    await askAgain(stage, step, body, ventureId, installId);
  },
};

/** The request of the host for an install in this venture. */
export function requestOf({ host, config }: Stage, variant: 'both' | 1 | 2, ventureId: string) {
  return buildInstallRequest(
    {
      tenantId: host.tenantId,
      ventureId,
      ventureName: 'Mock Venture',
      operatorEmail: 'operator@example.com',
      installOrigin: host.io.env.MOCK_HOST_ORIGIN ?? 'https://host.example.com',
      permissions: host.manifest!.permissionsRequested,
      ...(config ? { config } : {}),
    },
    variant,
  );
}

/** Remembers every install, so that all are removed at the end. */
export function keep(host: Host, parsed: InstallResponseResult | null, ventureId: string): void {
  if (!parsed) return;
  const id = parsed.ok ? parsed.result.installId : parsed.ids[0];
  if (id === undefined || host.installs.some((one) => one.id === id)) return;
  host.installs.push({ id, token: parsed.ok ? parsed.result.scopedToken : '', tenantId: host.tenantId, ventureId });
}

async function askAgain({ host, reporter }: Stage, step: string, body: object, ventureId: string, installId: string) {
  const again = await host.call('POST', host.endpoints!.install, { body });
  const parsed = again.data && parseInstallResponse(again.data, host.origin);
  keep(host, parsed, ventureId);
  if (!parsed?.ok)
    return reporter.note(
      `${step} again`,
      `${outcome(again)}: if a response is lost, the host repeats the request; answer with the same install`,
    );
  const { installId: second, scopedToken } = parsed.result;
  const same = second === installId;
  const at = host.installs.findIndex((one) => one.id === installId);
  if (same && at >= 0) host.installs[at] = { ...host.installs[at]!, token: scopedToken };
  reporter.report(
    `${step} again`,
    same ? 'ok' : 'note',
    same
      ? 'the same tenant and venture return the same install'
      : 'a different id: after a lost response there are two installs, and the host must find and revoke one',
  );
}
