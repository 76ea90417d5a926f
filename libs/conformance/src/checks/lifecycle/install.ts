import type { Check } from '../../check.js';
import { isRefused, statusOf, succeeded } from '../../probe/answer.js';
import type { ProbeResult } from '../../probe/probe.js';
import { expectSuccess } from '../public-endpoints.js';
import { judged } from './judged.js';

const INSTALL = 'States: POST install; Endpoints 3';

const failsOn = (probe: ProbeResult): boolean => (statusOf(probe) ?? 0) >= 500;

const accepted = judged.error('C80', 'install_accepted', INSTALL, async ({ install }, _blame, context) => {
  const { probe } = install;
  context.saw(probe);
  if (!isRefused(probe)) {
    expectSuccess(context, probe, '');
    return;
  }
  const path = new URL(probe.url).pathname;
  const content = { body: '{}', headers: { 'content-type': 'application/json' } };
  const recipe = await context.diagnose('install', path, content);
  context.reportProbe(probe, {
    expected: 'status 200 with { ok: true, data, meta }',
    cause: recipe
      ? `A correct signature is refused on calls with a body: your Drive ${recipe.does}.`
      : 'A correctly signed install is refused, while correctly signed reads may be accepted.',
    fix: recipe?.fix ?? 'Sign "<timestamp>:<path>" alike for every method; the body is not signed.',
  });
});

const status200 = judged.error('C81', 'install_status', INSTALL, ({ install }, blame) => {
  const status = statusOf(install.probe);
  if (!succeeded(install.probe)) return false;
  if (status !== 200)
    blame(install.probe, { expected: 'status 200', cause: `An install answers ${status}; the contract says 200.` });
});

const response = judged.error('C82', 'install_response', 'Install response data', ({ install }, blame, context) => {
  if (!install.parsed) return false;
  context.saw(install.probe);
  const prefix = context.document?.manifest?.installReturns?.tokenPrefix ?? '';
  if (install.parsed.ok && !install.parsed.result.scopedToken.startsWith(prefix))
    blame(install.probe, {
      level: 'warning',
      expected: `a scoped_token that begins with "${prefix}"`,
      cause: 'The scoped token does not begin with the token_prefix of the manifest.',
      fix: 'Begin every token with token_prefix, or correct install_returns.token_prefix.',
    });
  for (const issue of install.parsed.issues)
    blame(install.probe, {
      level: issue.level,
      expected: 'scoped_token, install_id or drive_workspace_id, and a mount_url on the own origin if any',
      cause: issue.message,
      fix: issue.fix,
    });
});

const token = judged.error(
  'C83',
  'token_is_secret',
  'Install response data; Authentication 9',
  ({ install, repeat, sibling, other }, blame, context) => {
    if (!install.parsed?.ok) return false;
    const { installId, scopedToken, ids } = install.parsed.result;
    const { tenantId, ventureId } = context.input.probeTenant!;
    const alike = (one: typeof repeat): boolean =>
      one?.parsed?.ok === true && one.parsed.result.scopedToken === scopedToken;
    const shared = alike(other) ? other : alike(sibling) ? sibling : undefined;
    if (shared)
      return blame(shared.probe, {
        level: shared === other ? 'error' : 'warning',
        expected: 'a token of its own for every install, and an install belongs to one venture',
        cause: `Installs in two ${shared === other ? 'tenants' : 'ventures'} have the same token.`,
      });
    const [level, expected] = ['warning', 'a token that nobody can guess'] as const;
    if ([tenantId, ventureId, ...ids].some((id) => scopedToken === id || scopedToken.endsWith(id)))
      blame(install.probe, { level, expected, cause: 'The scoped token is made of an id that others know.' });
    else if (scopedToken.length < 16)
      blame(install.probe, { level, expected, cause: `The scoped token has ${scopedToken.length} characters only.` });
    else if (alike(repeat) && repeat?.parsed?.ok && repeat.parsed.result.installId !== installId)
      blame(repeat.probe, { level, expected, cause: 'Two installs have the same token.' });
  },
);

const withoutTenant = judged.error(
  'C84',
  'install_without_tenant',
  'States: POST install; Errors',
  ({ withoutTenant: { probe } }, blame) => {
    const status = statusOf(probe);
    if (status === null || isRefused(probe)) return false;
    const expected = 'status 400 with { ok: false, error: "missing tenant_id" }';
    if (succeeded(probe)) blame(probe, { expected, cause: 'An install without a tenant is accepted.' });
    else if (status >= 500) blame(probe, { expected, cause: 'The Drive fails on an install without a tenant.' });
    else if (status !== 400)
      blame(probe, { level: 'warning', expected, cause: `An install without a tenant answers ${status}, not 400.` });
  },
);

const badJson = judged.error('C85', 'install_bad_json', 'Endpoints 5', ({ badJson: { probe } }, blame) => {
  const status = statusOf(probe);
  if (status === null || isRefused(probe)) return false;
  const expected = 'status 400 with { ok: false, error: <reason> }';
  if (succeeded(probe) || status >= 500)
    blame(probe, {
      expected,
      cause: status >= 500 ? 'The Drive fails on a body that is no JSON.' : 'A body that is no JSON is accepted.',
    });
});

const repeat = judged.warning('C86', 'install_repeat', 'States: POST install', ({ repeat: again }, blame) => {
  if (!again) return false;
  if (failsOn(again.probe))
    blame(again.probe, {
      expected: 'the same install again, another one, or a refusal',
      cause: 'The Drive fails when the same install is asked for twice, as the host does when an answer was lost.',
    });
});

const parallel = judged.error('C104', 'parallel_installs', INSTALL, ({ parallel: tries }, blame) => {
  const failed = tries?.find(({ probe }) => failsOn(probe));
  if (!tries) return false;
  if (failed)
    blame(failed.probe, {
      expected: 'an install or a refusal for each of them',
      cause: `Of ${tries.length} equal installs at once, ${tries.filter(({ probe }) => failsOn(probe)).length} fail.`,
    });
});

/** C80 to C86, C104: installing. */
export const installChecks: readonly Check[] = [
  accepted,
  status200,
  response,
  token,
  withoutTenant,
  badJson,
  repeat,
  parallel,
];
