import { parseInstallResponse } from '@portal/contract';
import { checksOf, NOTHING_TO_CHECK } from '../../check.js';
import { dataOf, errorOf, succeeded } from '../../probe/answer.js';
import { installBody } from '../../probe/lifecycle.js';
import { correct } from '../../probe/probe.js';
import { failureText } from '../../probe/received.js';

const lifecycle = checksOf('lifecycle', 'lifecycle');

/**
 * C131: over the quota a Drive responds with 402. Only checked on a tenant that its author has brought over the quota.
 */
export const blocksOverQuota = lifecycle.error(
  'C131',
  'quota_block',
  'quota object; Errors: quota exceeded',
  async (context) => {
    const { mode, signer, overQuotaTenant } = context.input;
    const quota = context.document?.manifest?.quota;
    if (!context.document?.manifest) return false;
    if (!overQuotaTenant || quota?.overagePolicy !== 'block') return NOTHING_TO_CHECK;
    if (mode !== 'lifecycle' || !signer) return false;
    if (context.callable(['install', 'uninstall']).length < 2) return false;
    const probe = await context.send({
      endpoint: 'install',
      sent: 'a correctly signed install into a tenant that is over its quota',
      recipe: correct(),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(installBody(context, overQuotaTenant)),
    });
    context.saw(probe);
    const expected = 'status 402 with { ok: false, error: <reason> }';
    const say = (cause: string): void => context.reportProbe(probe, { expected, cause });
    if ('failure' in probe.answer) say(failureText(probe.answer));
    else if (probe.answer.status !== 402)
      say(
        succeeded(probe)
          ? 'An install over the quota succeeds, though the manifest says that it is blocked.'
          : `A call over the quota answers ${probe.answer.status}.`,
      );
    else if (errorOf(probe) === null) say('The 402 is not in the failure envelope.');
    if (succeeded(probe)) {
      const parsed = parseInstallResponse(dataOf(probe), new URL(probe.url).origin);
      for (const id of parsed.ok ? [parsed.result.installId] : parsed.ids)
        await context.send({
          endpoint: 'uninstall',
          sent: 'clean-up of an install that this run made',
          path: context.endpoints()!.uninstall.replace(':id', encodeURIComponent(id)),
          recipe: correct(),
        });
    }
    return true;
  },
);
