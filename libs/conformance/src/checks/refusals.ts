import { isObject, parseStrictJson, signatureReason, type EndpointName } from '@portal/contract';
import { checksOf, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';
import { errorOf, isRefused, statusOf, succeeded } from '../probe/answer.js';
import type { ProbeKind, ProbeResult } from '../probe/probe.js';
import { failureText } from '../probe/received.js';
import { presentGated } from './presence.js';

const hmac = checksOf('hmac', 'public');

const CLAUSE = 'Authentication 5 and 7; Errors';
const EXPECTED = 'status 401 with { ok: false, error: <reason> }';

/** Why an endpoint did not refuse with 401, in words for the author. */
export function explain(probe: ProbeResult, notRefused: string): { cause: string; fix: string } {
  const code = statusOf(probe) ?? 0;
  if (succeeded(probe))
    return {
      cause: notRefused,
      fix: 'Verify in the contract’s order before doing anything: headers, time, length, constant-time comparison.',
    };
  if (code === 403) return { cause: 'The Drive refuses, but with 403.', fix: 'Answer 401.' };
  if (code === 400 || code === 422)
    return { cause: 'The Drive looks at the request before the signature.', fix: 'Verify the signature first.' };
  if (code >= 300 && code < 400)
    return {
      cause: 'The Drive redirects instead of refusing, perhaps to a login page.',
      fix: 'Answer 401 on these paths.',
    };
  if (code >= 500)
    return { cause: 'The Drive fails on this input.', fix: 'Check headers before using them, and answer 401.' };
  return { cause: `The Drive answers ${code}.`, fix: 'Answer 401.' };
}

/**
 * Whether an earlier probe has already reported this: an endpoint that is open, or that refuses everything with the
 * same wrong status, is one fault and not seven.
 */
async function alreadyReported(context: CheckContext, name: EndpointName, kind: ProbeKind, probe: ProbeResult) {
  if (kind === 'unsigned') return (statusOf(probe) ?? 0) >= 500;
  const unsigned = await context.probe(name, 'unsigned');
  if (statusOf(unsigned) !== 401 && (statusOf(unsigned) === statusOf(probe) || succeeded(unsigned))) return true;
  if (!['stale', 'wrong-length', 'empty-key'].includes(kind)) return false;
  return statusOf(await context.probe(name, 'stranger')) !== 401;
}

async function refuses(context: CheckContext, kind: ProbeKind, notRefused: string): Promise<boolean> {
  const present = await presentGated(context);
  for (const { name } of present) {
    const probe = await context.probe(name, kind);
    if (statusOf(probe) === 401 || (await alreadyReported(context, name, kind, probe))) continue;
    if (!('failure' in probe.answer)) context.reportProbe(probe, { expected: EXPECTED, ...explain(probe, notRefused) });
    else if (probe.answer.failure !== 'skipped') {
      context.reportProbe(probe, { expected: EXPECTED, cause: failureText(probe.answer), fix: 'Answer 401.' });
    }
  }
  return present.length > 0;
}

const refusal = (id: string, rule: string, kind: ProbeKind, notRefused: string): Check =>
  hmac.error(id, rule, CLAUSE, (context) => refuses(context, kind, notRefused));

const refusalEnvelope = hmac.error(
  'C57',
  'refusal_envelope',
  'Authentication 7; Response envelope',
  async (context) => {
    const present = await presentGated(context);
    let tried = false;
    for (const { probe } of present) {
      // A 403 is reported elsewhere; the format of its reason is another fault.
      if (!isRefused(probe)) continue;
      tried = true;
      if (errorOf(probe) !== null) continue;
      const issue = probe.envelope?.issues[0];
      const inside = codeInside(probe);
      if (inside !== null) {
        context.reportProbe(probe, {
          expected: EXPECTED,
          cause: `"error" is an object with the reason "${inside}" inside, where the reason itself belongs.`,
          fix: `Answer { "ok": false, "error": "${signatureReason(inside) ?? '<reason>'}" }.`,
        });
        continue;
      }
      context.reportProbe(probe, {
        expected: EXPECTED,
        cause: issue?.message ?? `The body says ok: true, but the status says ${statusOf(probe)}.`,
        fix: issue?.fix ?? 'Answer { "ok": false, "error": "<reason>" }.',
      });
    }
    return tried;
  },
);

/** The text of a reason inside an error object; null when there is none. */
function codeInside({ answer }: ProbeResult): string | null {
  if ('failure' in answer) return null;
  const parsed = parseStrictJson(answer.body);
  const error = parsed.ok && isObject(parsed.value) ? parsed.value.error : undefined;
  if (!isObject(error)) return null;
  const code = [error.code, error.reason, error.type].find((value) => typeof value === 'string');
  return typeof code === 'string' ? code.slice(0, 60) : null;
}

/** The reason, wherever it is. */
function reasonGiven(probe: ProbeResult): string | null {
  return errorOf(probe) ?? codeInside(probe);
}

/** A spelling used by real Drives and understood, but not in the contract. */
const TOLERATED: ReadonlySet<string> = new Set(['bad_timestamp']);

const REASONS = [
  ['unsigned', 'missing_signature_headers'],
  ['stale', 'stale_timestamp'],
  ['stranger', 'bad_signature'],
] as const;

const refusalReason = hmac.warning('C58', 'refusal_reason', 'Errors; Authentication 5', async (context) => {
  let tried = false;
  for (const { name } of await presentGated(context)) {
    for (const [kind, reason] of REASONS) {
      const probe = await context.probe(name, kind);
      const given = isRefused(probe) ? reasonGiven(probe) : null;
      if (given === null) continue;
      tried = true;
      if (signatureReason(given) === reason) {
        if (TOLERATED.has(given))
          context.reportProbe(probe, {
            level: 'info',
            expected: `error: "${reason}"`,
            cause: `"${given}" is a spelling that the contract does not have; the host understands it.`,
            fix: `Answer "${reason}".`,
          });
        continue;
      }
      const known = signatureReason(given) !== null;
      // A custom error object is reported as such, whatever it contains.
      if (!known && codeInside(probe) !== null) continue;
      context.reportProbe(probe, {
        expected: `error: "${reason}"`,
        cause: known
          ? 'The reason is that of another step: the order of verification differs.'
          : 'The reason is spelled in a way that nobody knows; a rotation of keys cannot tell that another key would help.',
        fix: `Answer "${reason}".`,
      });
    }
  }
  return tried;
});

/** How protected endpoints refuse. None of these checks needs the Drive's key. */
export const refusalChecks: readonly Check[] = [
  refusal('C50', 'refuses_unsigned', 'unsigned', 'The endpoint answers without a signature: it is open to everybody.'),
  refusal('C51', 'refuses_missing_timestamp', 'no-timestamp', 'The endpoint answers without a timestamp.'),
  refusal('C52', 'refuses_missing_signature', 'no-signature', 'The endpoint answers without a signature.'),
  refusal(
    'C53',
    'refuses_stale',
    'stale',
    'The endpoint accepts a timestamp 6 minutes old and does not verify the signature.',
  ),
  refusal('C54', 'refuses_wrong_length', 'wrong-length', 'The endpoint accepts a signature that is too short.'),
  refusal('C55', 'refuses_stranger', 'stranger', 'The endpoint does not verify the signature: any key opens it.'),
  refusal(
    'C56',
    'refuses_empty_key',
    'empty-key',
    'The Drive’s secret is not set: the empty key opens it to everybody.',
  ),
  refusalEnvelope,
  refusalReason,
];
