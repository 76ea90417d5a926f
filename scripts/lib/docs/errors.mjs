// The error catalogue: what a Drive answers, what is malformed about an answer, what our API answers, and why a manifest
// could not be read. Meanings and examples are what the libraries say when they are given such a case.
import { adviceFor, strayAdvice } from './error-advice.mjs';
import { fromDist, json } from './from-dist.mjs';
import { cell, code, table } from './markdown.mjs';

const META = { version: 'v1', generated_at: '2026-11-21T01:02:03Z' };
const MANIFEST_URL = 'https://drive.example.com/api/platform/drive/manifest';
/** Addresses that are refused before any request. */
const REFUSED_ADDRESSES = [
  'http://drive.example.com/manifest',
  'https://user:password@drive.example.com/manifest',
  'https://93.184.216.34/manifest',
  'https://drive.internal/manifest',
  'https://drive.acme.com:8443/manifest',
  'https://127.0.0.1/manifest',
  'drive.acme.com/manifest',
];

/**
 * What concerns a Drive: groups {id, title, about, entries}; an entry: {anchor, status, code, spellings, meaning, cause,
 * fix, clause, check, body}, null where there is none.
 */
export async function driveErrorGroups() {
  return [
    {
      id: 'drive',
      title: 'What a Drive answers',
      about:
        'Refusals that the contract wants from your Drive. Each spelling in the list is taken for the same reason.',
      entries: driveEntries(),
    },
    {
      id: 'envelope',
      title: 'What is malformed about an answer',
      about: 'Every answer of a Drive, good or bad, is read by these rules.',
      entries: envelopeEntries(),
    },
    {
      id: 'fetch',
      title: 'A manifest that could not be read',
      about:
        'What the validator says when it came to no manifest: address, DNS, TLS, status, type, size, JSON, envelope.',
      entries: [...(await fetchEntries()), ...addressEntries()],
    },
  ];
}

/** The refusals of the portal's own API as another such group. `routes` says which operations may answer a code. */
export function portalErrorGroup(errors, routes) {
  return {
    id: 'api',
    title: 'What our API answers',
    about: 'Every refusal of the portal’s own API: error is the code, message may be improved at any time.',
    entries: apiEntries(errors, routes),
  };
}

const NONE = { status: null, spellings: [], clause: null, check: null, routes: [] };

function driveEntries() {
  const { driveRefusals, failure } = fromDist('libs/contract/src/index.js');
  return driveRefusals.map(({ status, error, spellings, clause, meaning, cause, fix }) => ({
    ...NONE,
    anchor: `drive-${slug(error ?? String(status))}`,
    status,
    code: error ?? 'any text',
    spellings,
    clause,
    meaning,
    cause,
    fix,
    body: failure(error ?? 'quota_exceeded'),
  }));
}

/** One entry per code that the envelope's vectors and the strict parser bring about. */
function envelopeEntries() {
  const { checkDocumentation } = fromDist('libs/conformance/src/index.js');
  const { checkEnvelope, parseEnvelope } = fromDist('libs/contract/src/index.js');
  const vectors = json('libs/contract/vectors/envelope.json');
  const found = new Map();
  const add = (issue, body) => {
    if (found.has(issue.code)) return;
    const { code, message, fix, clause } = issue;
    const check = code.startsWith('json_') ? 'C04' : code === 'envelope_error' ? 'C57' : 'C05';
    const { cause } = checkDocumentation[check];
    found.set(code, { ...NONE, anchor: code, code, clause, check, meaning: message, cause, fix, body });
  };
  for (const { body } of vectors.cases) for (const issue of checkEnvelope(body).issues) add(issue, body);
  for (const { text } of vectors.texts) for (const issue of parseEnvelope(text).issues) add(issue, text);
  return [...found.values()];
}

async function fetchEntries() {
  const { checkDocumentation } = fromDist('libs/conformance/src/index.js');
  const { fetchDocs } = fromDist('libs/conformance/src/documentation/fetch.js');
  const envelope = (data) => JSON.stringify({ ok: true, data, meta: META });
  const answers = [
    ...Object.keys(fetchDocs).map((failure) => [failure, { failure }]),
    ['status-401', answer(401, '{"ok":false,"error":"missing_signature_headers"}')],
    ['status-302', answer(302, '')],
    ['status-404', answer(404, '<h1>Not found</h1>')],
    ['status-500', answer(500, 'Internal Server Error')],
    ['web-page', answer(200, '<!doctype html><title>Sign in</title>', 'text/html')],
    ['no-json-said', answer(200, envelope(json('libs/contract/vectors/manifests-good.json').minimal), 'text/plain')],
    ['not-json', answer(200, '{"ok":true,}')],
    ['bare', answer(200, JSON.stringify({ schema_version: 1 }))],
    ['failure', answer(200, '{"ok":false,"error":"starting"}')],
    ['no-shape', answer(200, envelope({ name: 'Drive', schema_version: 1 }))],
  ];
  const entries = [];
  for (const [name, given] of answers) {
    const { id, level, rule, cause, fix, expected, received, spec } = await firstFinding(given);
    const more = fetchDocs[name];
    entries.push({
      ...NONE,
      anchor: `fetch-${name.replaceAll('_', '-')}`,
      status: given.status ?? null,
      code: more ? name : rule,
      meaning: cause,
      ...{ cause: checkDocumentation[id].cause, fix, ...more },
      clause: spec,
      check: id,
      body: { id, level, check: 'schema', rule, expected, received, cause, fix },
    });
  }
  return entries;
}

function answer(status, text, type = 'application/json') {
  return { status, headers: { 'content-type': type }, body: new TextEncoder().encode(text), durationMs: 1 };
}

async function firstFinding(given) {
  const { runConformance } = fromDist('libs/conformance/src/index.js');
  const { report } = await runConformance({
    manifestUrl: MANIFEST_URL,
    transport: async () => given,
    now: () => Date.parse(META.generated_at),
    mode: 'schema',
  });
  const finding = report.findings.find(({ level }) => level !== 'info');
  if (!finding) throw new Error(`The engine finds nothing wrong with ${JSON.stringify(given)}`);
  return finding;
}

/** Answers of the public validator for an address that it never dials: 400, before any check. */
function addressEntries() {
  const { judgeUrl, OutboundError } = fromDist('libs/platform/src/outbound/index.js');
  const { listingsErrors } = fromDist('libs/listings/src/errors.js');
  const { fetchDocs } = fromDist('libs/conformance/src/documentation/fetch.js');
  const { code, status, message } = listingsErrors.manifest_url_refused;
  return REFUSED_ADDRESSES.map((address, i) => {
    let refusal;
    try {
      judgeUrl(address, []);
    } catch (error) {
      refusal = error;
    }
    if (!(refusal instanceof OutboundError)) throw new Error(`${address} is not refused`);
    const details = [{ pointer: '/query/url', code: refusal.reason, message: refusal.message }];
    return {
      ...NONE,
      anchor: `address-${i + 1}`,
      status,
      code: `${code}: ${refusal.reason}`,
      meaning: refusal.message,
      cause: `The validator was asked for ${address}`,
      fix: fetchDocs[refusal.reason].fix,
      body: { ok: false, error: code, message, details, request_id: '…' },
    };
  });
}

function apiEntries(errors, routes) {
  const stray = strayAdvice(errors.map(({ code }) => code));
  if (stray.length > 0) throw new Error(`Advice for codes that do not exist: ${stray.join(', ')}`);
  return errors.map(({ code, status, message }) => ({
    ...NONE,
    anchor: `api-${code}`,
    status,
    code,
    meaning: message,
    ...adviceFor(code, status),
    routes: routes.get(code) ?? [],
    body: { ok: false, error: code, message, details: [], request_id: '…' },
  }));
}

function slug(text) {
  return text.replaceAll(/[^a-z0-9]+/gi, '-');
}

/** docs/contract/errors.md: errors of a Drive; the API's own codes are in docs/errors.md. */
export function errorsPage(groups) {
  const head = ['Status', 'Code', 'Meaning and cause', 'Fix', 'Check'];
  const row = ({ status, code: name, spellings, meaning, cause, fix, check }) => [
    status,
    (spellings.length > 0 ? spellings : [name]).map(code).join(', '),
    `${cell(meaning)} ${cell(cause)}`,
    cell(fix),
    check,
  ];
  return `# Errors between host and Drive

Made by \`npm run generate\` from \`libs/contract\` and \`libs/conformance\`. The refusals of the portal's own API stand in
[../errors.md](../errors.md).

${groups.map(({ title, about, entries }) => `## ${title}\n\n${about}\n\n${table(head, entries.map(row))}`).join('\n\n')}
`;
}
