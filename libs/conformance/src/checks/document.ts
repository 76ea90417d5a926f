import { readManifestDocument, type Issue } from '@portal/contract';
import { checksOf, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';
import { failureText, receivedText } from '../probe/received.js';
import { reproduceLine } from '../signing/reproduce.js';
import { webPageOf } from '../probe/web-page.js';
import { coldStart, isLate, timeText } from './cold-start.js';

const schema = checksOf('schema', 'schema');

const CLAUSE = 'Drive manifest; Endpoints';
const isJson = (type: string): boolean => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);

/** Reports an issue of the contract library as a finding of the current check. */
export function reportIssue(context: CheckContext, issue: Issue): void {
  const { code, level, pointer, line, column, message, fix, clause, expected, received } = issue;
  context.report({
    rule: code,
    level,
    pointer,
    cause: message,
    expected: expected ?? fix,
    fix,
    spec: clause,
    ...(received === undefined ? {} : { received }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  });
}

function reportFetch(context: CheckContext, cause: string, fix: string): void {
  const { manifestUrl } = context.input;
  context.report({
    rule: 'manifest_fetch',
    expected: 'status 200 with the manifest',
    cause,
    fix,
    endpoint: `GET ${new URL(manifestUrl).pathname}`,
    received: receivedText(context.answer!),
    reproduce: reproduceLine('GET', manifestUrl, { kind: 'none' }),
  });
}

/** C01: the manifest URL answers. */
const reachable = schema.error('C01', 'manifest_reachable', CLAUSE, async (context) => {
  const request = { method: 'GET', url: context.input.manifestUrl, headers: { accept: 'application/json' } } as const;
  context.answer = await context.request(request, 'no signature headers');
  if (isLate(context.answer)) {
    const first = context.answer;
    const again = await context.request(request, 'the same once more, because the first answer was late');
    context.late = { first, again };
    if (!('failure' in again)) context.answer = again;
  }
  if ('failure' in context.answer) {
    const twice = context.late
      ? ` Tried twice: ${timeText(context.late.first)}, then ${timeText(context.late.again)}.`
      : '';
    reportFetch(context, failureText(context.answer) + twice, 'Make the manifest URL reachable from the internet.');
  }
  return true;
});

/** C02: it answers 200 without a signature. */
const status = schema.error('C02', 'manifest_status', 'Endpoints 1', async (context) => {
  const answer = context.answer;
  if (!answer || 'failure' in answer) return false;
  if (answer.status === 200) return true;
  const page = webPageOf(answer);
  if (page) reportFetch(context, page.cause, page.fix);
  else if (answer.status === 401 || answer.status === 403) {
    reportFetch(
      context,
      'The manifest is behind authentication, but it is public.',
      'Serve it without checking a signature.',
    );
  } else if (answer.status >= 300 && answer.status < 400) {
    reportFetch(context, 'The manifest URL redirects; redirects are not followed.', 'Submit the final address.');
  } else
    reportFetch(
      context,
      `The manifest URL answers ${answer.status}.`,
      'Serve the manifest at this address with status 200.',
    );
  return true;
});

/** C03: it says that it is JSON. */
const contentType = schema.warning('C03', 'manifest_content_type', CLAUSE, async (context) => {
  const answer = context.answer;
  if (!answer || 'failure' in answer || answer.status !== 200) return false;
  const type = answer.headers['content-type'] ?? '';
  // A web page instead of the document is reported once, as that.
  if (isJson(type) || webPageOf(answer)) return true;
  context.report({
    expected: 'content-type: application/json',
    received: `content-type: ${type.slice(0, 80)}`,
    cause: 'The answer does not say that it is JSON.',
  });
  return true;
});

function documentIssues(context: CheckContext, wanted: (issue: Issue) => boolean): boolean {
  const issues = context.document?.issues.filter(wanted) ?? [];
  for (const issue of issues) reportIssue(context, issue);
  return context.document !== undefined;
}

/** C04: strict JSON. */
const json = schema.error('C04', 'manifest_json', 'Response envelope', async (context) => {
  const answer = context.answer;
  if (!answer || 'failure' in answer || answer.status !== 200) return false;
  const page = webPageOf(answer);
  if (page) {
    reportFetch(context, page.cause, page.fix);
    return true;
  }
  const { allowLoopback = false, envelope = 'required', contract } = context.input;
  context.document = readManifestDocument(answer.body, { envelope, allowLoopback, ...contract });
  return documentIssues(context, (issue) => issue.code.startsWith('json_'));
});

/** C05: inside the envelope. */
const inEnvelope = schema.error('C05', 'manifest_envelope', 'Response envelope', async (context) =>
  documentIssues(context, (issue) => issue.code.startsWith('envelope_') || issue.code === 'manifest_failure_answer'),
);

/** C06: an object of one of the two shapes. */
const shape = schema.error('C06', 'manifest_shape', 'Drive manifest', async (context) =>
  documentIssues(context, ({ code }) => code === 'manifest_mixed_shape' || code === 'manifest_not_object'),
);

/** From the address to an object of a known shape. */
export const documentChecks: readonly Check[] = [reachable, coldStart, status, contentType, json, inEnvelope, shape];
