import { buildInstallRequest, parseInstallResponse, type InstallResponseResult } from '@portal/contract';
import { randomUUID } from 'node:crypto';
import type { Act, Stage } from './act.js';
import { said, type Host } from './host.js';

const VARIANTS = { both: 'both', '1': 1, '2': 2 } as const;
type Variant = keyof typeof VARIANTS;
const isVariant = (word: string): word is Variant => Object.hasOwn(VARIANTS, word);

/** Installs into a new venture, and asks again as the host does when an answer was lost. */
export const install: Act = {
  summary: 'install: both (as the host does), or only the fields of variant 1 or 2',
  takes: ['both', '1', '2'],
  async play(stage, word = 'both') {
    if (!isVariant(word)) return;
    const { host, teller } = stage;
    const step = word === 'both' ? 'install' : `install variant ${word}`;
    const ventureId = `mock-venture-${randomUUID()}`;
    const body = requestOf(stage, VARIANTS[word], ventureId);
    const reply = await host.call('POST', host.endpoints!.install, { body });
    const parsed = reply.data && parseInstallResponse(reply.data, host.origin);
    keep(host, parsed, ventureId);
    if (!parsed?.ok) {
      // The host sends both variants in one body, so a Drive may know only one of them.
      const narrow = word !== 'both' && reply.status === 400;
      const why = parsed ? (parsed.issues[0]?.message ?? 'malformed') : said(reply);
      const hint = narrow ? ': this Drive does not read this variant alone; the host always sends both' : '';
      return void teller.tell(step, narrow ? 'note' : 'fail', why + hint);
    }
    const { installId, scopedToken, mountUrl } = parsed.result;
    teller.expect(
      step,
      reply.status === 200,
      `${reply.status === 200 ? 'installed' : `status ${reply.status}, but success is 200`}: id ${installId}, token of ${scopedToken.length} characters${mountUrl ? `, opens at ${mountUrl}` : ''}`,
    );
    for (const { message, fix } of parsed.issues) teller.tell(step, 'note', `${message} ${fix}`);
    await askAgain(stage, step, body, ventureId, installId);
  },
};

function requestOf({ host, config }: Stage, variant: 'both' | 1 | 2, ventureId: string): Record<string, unknown> {
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

/** Everything that was handed out is remembered, so that nothing stays behind. */
function keep(host: Host, parsed: InstallResponseResult | null, ventureId: string): void {
  if (!parsed) return;
  const id = parsed.ok ? parsed.result.installId : parsed.ids[0];
  if (id === undefined || host.installs.some((one) => one.id === id)) return;
  host.installs.push({ id, token: parsed.ok ? parsed.result.scopedToken : '', tenantId: host.tenantId, ventureId });
}

async function askAgain(
  { host, teller }: Stage,
  step: string,
  body: object,
  ventureId: string,
  installId: string,
): Promise<void> {
  const again = await host.call('POST', host.endpoints!.install, { body });
  const parsed = again.data && parseInstallResponse(again.data, host.origin);
  keep(host, parsed, ventureId);
  if (!parsed?.ok)
    return void teller.tell(
      `${step} again`,
      'note',
      `${said(again)}: when an answer is lost the host asks again; give the same install then`,
    );
  const { installId: second, scopedToken } = parsed.result;
  const same = second === installId;
  const at = host.installs.findIndex((one) => one.id === installId);
  if (same && at >= 0) host.installs[at] = { ...host.installs[at]!, token: scopedToken };
  teller.tell(
    `${step} again`,
    same ? 'ok' : 'note',
    same
      ? 'the same tenant and venture give the same install'
      : 'another id: after a lost answer there are two installs, and the host has to find and revoke one',
  );
}
