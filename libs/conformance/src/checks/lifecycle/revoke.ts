import { isRevokeResponse } from '@portal/contract';
import type { Check } from '../../check.js';
import { dataOf, errorOf, isRefused, statusOf, succeeded } from '../../probe/answer.js';
import type { LifecycleRecord } from '../../probe/lifecycle.js';
import type { ProbeResult } from '../../probe/probe.js';
import { failureText } from '../../probe/received.js';
import { judged } from './judged.js';

const REVOKE = 'States: DELETE install/:id';

const revoked = judged.error('C89', 'revoke_answer', `${REVOKE}; Revoke response`, ({ revoke }, blame, context) => {
  if (!revoke) return false;
  context.saw(revoke);
  const status = statusOf(revoke);
  const expected = 'status 200 with { install_id, revoked: true }';
  if (status !== 200)
    blame(revoke, {
      expected,
      cause:
        status === null
          ? failureText(revoke.answer as { failure: string })
          : `The end of a live install answers ${status}.`,
      fix: 'Revoke the install and its token, and answer 200.',
    });
  else if (!isRevokeResponse(dataOf(revoke)))
    blame(revoke, { level: 'warning', expected, cause: 'The answer does not say which install was revoked.' });
});

function goneIs404(id: string, rule: string, of: (record: LifecycleRecord) => ProbeResult | undefined, what: string) {
  return judged.error(id, rule, REVOKE, (record, blame) => {
    const probe = of(record);
    const status = probe && statusOf(probe);
    if (!probe || status === null || isRefused(probe)) return false;
    const expected = 'status 404 with { ok: false, error: "not-found" }';
    if (status !== 404)
      blame(probe, {
        expected,
        cause: `The end of ${what} answers ${status}.`,
        fix: 'Answer 404 for an id you do not know.',
      });
    else if (errorOf(probe) === null)
      blame(probe, {
        level: 'warning',
        expected,
        cause: 'The 404 has no failure envelope: perhaps it comes from the router and not from your code.',
        fix: 'Answer { "ok": false, "error": "not-found" }.',
      });
  });
}

const signedRevoke = judged.error(
  'C91',
  'revoke_accepts_signature',
  'Authentication 3',
  async ({ unknown }, blame, context) => {
    const status = statusOf(unknown);
    if (status === null) return false;
    context.saw(unknown);
    if (status >= 500)
      return blame(unknown, {
        expected: 'status 404: the signature is correct, the id is unknown',
        cause: `A correctly signed DELETE fails with ${status}, so nothing shows that its signature is accepted.`,
        fix: 'Answer 404 for an id you do not know, and find out why DELETE fails.',
      });
    if (!isRefused(unknown)) return;
    const recipe = await context.diagnose('uninstall', new URL(unknown.url).pathname);
    blame(unknown, {
      expected: 'status 404: the signature is correct, the id is unknown',
      cause: recipe
        ? `A correct signature is refused on DELETE: your Drive ${recipe.does}.`
        : 'A correctly signed DELETE is refused.',
      fix: recipe?.fix ?? 'Sign the concrete path, with the identifier in it.',
    });
  },
);

const oddId = judged.error(
  'C92',
  'revoke_odd_id',
  `${REVOKE}; Authentication 3`,
  async ({ oddId: probe, unknown }, blame, context) => {
    const status = statusOf(probe);
    if (status === null || isRefused(unknown)) return false;
    if (isRefused(probe)) {
      const recipe = await context.diagnose('uninstall', new URL(probe.url).pathname);
      blame(probe, {
        expected: 'status 404: the signature is correct, the id is unknown',
        cause: recipe
          ? `A correct signature is refused when the path holds escapes: your Drive ${recipe.does}.`
          : 'A correct signature is refused when the path holds escapes.',
        fix: recipe?.fix ?? 'Verify over the path as it came, before decoding it.',
      });
    } else if (succeeded(probe) || status >= 500)
      blame(probe, {
        expected: 'status 404',
        cause: `An id with an escaped slash and space answers ${status}.`,
        fix: 'Decode the id once, look it up, and answer 404 when there is none.',
      });
  },
);

const cleanUp = judged.error('C105', 'clean_up', REVOKE, ({ left }, blame) => {
  for (const { id, probe } of left.slice(0, 5))
    blame(probe, {
      expected: 'status 200, and the install is gone',
      cause: `The install "${id.slice(0, 60)}" that this run made could not be ended; it is still there.`,
      fix: 'Revoke it by hand with the line below, and make DELETE work for every id that install hands out.',
    });
});

/** C89 to C92, C99, C105: ending installs. */
export const revokeChecks: readonly Check[] = [
  revoked,
  goneIs404(
    'C90',
    'revoke_again',
    ({ revoke, revokeAgain }) => (revoke && succeeded(revoke) ? revokeAgain : undefined),
    'an install that has ended',
  ),
  signedRevoke,
  goneIs404('C99', 'revoke_unknown', ({ unknown }) => unknown, 'an install that nobody has'),
  oddId,
  cleanUp,
];
