// The contract on one page: endpoints, events, install bodies, signing, limits. Values are asked of the libraries or read
// from the constants that the code runs with.
import { fromDist, json } from './from-dist.mjs';
import { constant } from './source.mjs';

const HOUR_S = 3_600;
const ENDPOINTS = {
  health: ['GET', false, 'Whether the Drive lives, and its version.', '', '{ status, uptime_s }'],
  manifest: ['GET', false, 'The manifest.', '', 'the manifest'],
  metrics: ['GET', true, 'Aggregated numbers.', '', '{ installs_active }'],
  events: ['GET', true, 'Rows with ts greater than since.', '?since=<ms>', '{ events: [row] }'],
  billing: ['GET', true, 'What a tenant owes.', '?tenant_id=<id>', '{ tenant_id, plan, amount_cents, currency }'],
  install: ['POST', true, 'Creates an install and hands out its token.', '', '{ install_id, scoped_token }'],
  uninstall: ['DELETE', true, 'Ends an install; its token is dead.', '', '{ install_id, revoked: true }'],
};

/** {endpoints, envelope, signing, install, events, permissions, limits, rates} */
export function contractReference() {
  return {
    endpoints: endpoints(),
    envelope: envelope(),
    signing: signing(),
    install: install(),
    events: events(),
    permissions: permissions(),
    limits: limits(),
    rates: rates(),
  };
}

const contract = () => fromDist('libs/contract/src/index.js');

function endpoints() {
  const { DEFAULT_ENDPOINTS, ENDPOINT_NAMES } = contract();
  return ENDPOINT_NAMES.map((name) => {
    const [method, signed, text, query, data] = ENDPOINTS[name];
    return { name, method, path: DEFAULT_ENDPOINTS[name] + query, signed, text, data };
  });
}

function envelope() {
  const { success, failure } = contract();
  const generatedAt = new Date('2026-11-21T01:02:03.004Z');
  return { success: success({ installs_active: 3 }, { generatedAt }), failure: failure('stale_timestamp') };
}

function signing() {
  const { TIMESTAMP_HEADER, SIGNATURE_HEADER, MAX_SKEW_MS, MAX_PATH_LENGTH, signatureReasons } = contract();
  const vector = json('libs/contract/vectors/signing.json').sign.find(({ path }) => path.includes('?'));
  const reasons = [...new Set(Object.values(signatureReasons))];
  const [missing, stale, bad] = reasons;
  return {
    headers: [
      [TIMESTAMP_HEADER, 'Unix time in milliseconds, decimal digits'],
      [SIGNATURE_HEADER, 'HMAC-SHA256, 64 lower-case hex digits, no prefix'],
    ],
    skewMs: MAX_SKEW_MS,
    maxPathLength: MAX_PATH_LENGTH,
    steps: [
      { text: 'Look both headers up in any letter case. One is missing: refuse.', reason: missing },
      { text: `Compare the clocks. More than ${MAX_SKEW_MS} ms apart, in either direction: refuse.`, reason: stale },
      {
        text: 'Compute HMAC-SHA256 of "<timestamp>:<path>" with the query in the path. Another length: refuse.',
        reason: bad,
      },
      { text: 'Compare in constant time. Not the same: refuse.', reason: bad },
    ],
    example: { ...vector, payload: `${vector.timestamp_ms}:${vector.path}` },
  };
}

function install() {
  const { buildInstallRequest, configUpdateFields, installRequestFields, installResponseFields, revokeResponseFields } =
    contract();
  const { responses, revocations, config_updates: updates, confirmations } = json('libs/contract/vectors/install.json');
  const asked = {
    tenantId: 't-1',
    ventureId: 'v-1',
    ventureName: 'Acme',
    operatorEmail: 'op@acme.example',
    installOrigin: 'https://host.example',
  };
  const answered = (name) => responses.find((one) => one.name === name).data;
  return {
    requests: [1, 2, 'both'].map((variant) => ({ variant, body: buildInstallRequest(asked, variant) })),
    responses: [1, 2].map((variant) => ({ variant, body: answered(`variant ${variant}`) })),
    revocation: revocations.find(({ ok }) => ok).data,
    requestFields: installRequestFields,
    responseFields: installResponseFields,
    revokeFields: revokeResponseFields,
    configUpdate: updates.find(({ ok }) => ok).body,
    configUpdateFields,
    confirmation: confirmations.find(({ ok }) => ok).data,
  };
}

function events() {
  const { knownKinds, eventKindAliases, MAX_KIND_LENGTH } = contract();
  const { rows } = json('libs/contract/vectors/events.json');
  const aliases = (kind) => Object.keys(eventKindAliases).filter((alias) => eventKindAliases[alias] === kind);
  return {
    kinds: knownKinds.map((known) => ({ ...known, anchor: `kind-${known.kind}`, aliases: aliases(known.kind) })),
    maxKindLength: MAX_KIND_LENGTH,
    row: rows.find(({ row, expect }) => row.id && expect.length === 0).row,
  };
}

function permissions() {
  const { PERMISSION_TEXTS, describePermission } = contract();
  const patterns = ['events.receive:contact.created', 'data.phi'].map((name) => ({
    name,
    text: describePermission(name).text,
  }));
  return [...Object.entries(PERMISSION_TEXTS).map(([name, text]) => ({ name, text })), ...patterns];
}

/** A length of time in words. */
function span(seconds) {
  const [unit, word] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ].find(([length]) => seconds % length === 0);
  const count = seconds / unit;
  return count === 1 ? `a ${word}`.replace('a hour', 'an hour') : `${count} ${word}s`;
}
const bytes = (count) => (count % 1024 === 0 ? `${count / 1024} KiB` : `${count} bytes`);
const ms = (count) => (count % 1_000 === 0 ? `${count / 1_000} s` : `${count} ms`);

/** [{group, rows: [[what, value, where it applies]]}] */
function limits() {
  const {
    DEFAULT_JSON_LIMITS,
    CONFIG_SCHEMA_LIMITS,
    MAX_PATTERN_LENGTH,
    MAX_SKEW_MS,
    MAX_PATH_LENGTH,
    MAX_SLUG_LENGTH,
    MAX_KIND_LENGTH,
  } = contract();
  const { PROBE_BUDGET } = fromDist('libs/conformance/src/index.js');
  const { OVERLAP_MS } = fromDist('libs/secrets/src/keys/domain/rotation.js');
  const { MAX_TAGLINE } = fromDist('libs/contract/src/manifest/rules/tagline.js');
  const { SMALL_BODY, USUAL_BODY } = fromDist('libs/platform/src/http/bodies/body-limit.js');
  const transport = (name) => constant('libs/listings/src/conformance/drive-transport.ts', name);
  return [
    {
      group: 'Signing',
      rows: [
        ['Difference of the clocks', `${MAX_SKEW_MS} ms`, 'both directions; exactly this much is accepted'],
        ['Path with query', `${MAX_PATH_LENGTH} characters`, 'longer ones are refused before hashing'],
        ['Overlap of two secrets', `${OVERLAP_MS / HOUR_S / 1_000} hours`, 'after a rotation'],
      ],
    },
    {
      group: 'A manifest and every other answer',
      rows: [
        ['Size of the JSON', bytes(DEFAULT_JSON_LIMITS.maxBytes), 'manifest'],
        ['Nesting', `${DEFAULT_JSON_LIMITS.maxDepth} levels`, 'JSON'],
        ['Values', `${DEFAULT_JSON_LIMITS.maxNodes}`, 'JSON, containers included'],
        ['Keys of one object', `${DEFAULT_JSON_LIMITS.maxKeysPerObject}`, 'JSON'],
        ['One text', `${DEFAULT_JSON_LIMITS.maxStringLength} characters`, 'JSON'],
        ['drive.id', `${MAX_SLUG_LENGTH} characters`, 'manifest'],
        ['drive.tagline', `${MAX_TAGLINE} characters`, 'manifest, counted as code points'],
        ['Kind of an event', `${MAX_KIND_LENGTH} characters`, 'manifest and events'],
      ],
    },
    {
      group: 'config_schema',
      rows: [
        ['Size', bytes(CONFIG_SCHEMA_LIMITS.maxBytes), 'the whole schema'],
        ['Nesting', `${CONFIG_SCHEMA_LIMITS.maxDepth} levels`, 'schemas in schemas'],
        ['Fields of one object', `${CONFIG_SCHEMA_LIMITS.maxProperties}`, 'properties'],
        ['Choices', `${CONFIG_SCHEMA_LIMITS.maxEnum}`, 'enum'],
        ['Schemas in all', `${CONFIG_SCHEMA_LIMITS.maxExpanded}`, 'after every reference'],
        ['Pattern', `${MAX_PATTERN_LENGTH} characters`, 'run on RE2, in linear time'],
      ],
    },
    {
      group: 'A run of the checks',
      rows: [
        ['One answer', ms(transport('STEP_MS')), 'of the validator'],
        [
          'Whole run',
          ms(constant('libs/listings/src/conformance/check-drive.ts', 'RUN_MS')),
          'then everything fails as timeout',
        ],
        ['Size of one answer', bytes(transport('MAX_BYTES')), 'of any endpoint'],
        ['Requests, public', `${PROBE_BUDGET.public}`, 'of one run, at most'],
        ['Requests with your key', `${PROBE_BUDGET.full}`, 'of one run, at most'],
        ['Requests with a probe tenant', `${PROBE_BUDGET.lifecycle}`, 'of one run, at most'],
        ['Redirects', '0', 'not followed'],
      ],
    },
    {
      group: 'Calls of the host to an installed Drive',
      rows: [
        [
          'Install',
          ms(constant('libs/installs/src/install/handshake/send-handshake.ts', 'TIMEOUT_MS')),
          'then the outcome is unknown and asked for again, 40 times in 30 days',
        ],
        [
          'Uninstall',
          ms(constant('libs/installs/src/install/handshake/revoke-at-drive.ts', 'TIMEOUT_MS')),
          'then told again, 40 times in 30 days, until you answer revoked: true, 404 or 410',
        ],
        ['Reads', ms(constant('libs/installs/src/polling/call-install.ts', 'TIMEOUT_MS')), 'metrics, health, billing'],
        [
          'Events',
          ms(constant('libs/installs/src/polling/read-events.ts', 'TIMEOUT_MS')),
          `or ${bytes(constant('libs/installs/src/polling/read-events.ts', 'MAX_BYTES'))}; what arrived is kept, and the next answer begins there`,
        ],
      ],
    },
    {
      group: 'Our API',
      rows: [
        ['Body of a request', bytes(USUAL_BODY.maxBytes), 'larger ones: payload_too_large'],
        ['Body of a request without sign-in', bytes(SMALL_BODY.maxBytes), 'larger ones: payload_too_large'],
        ['Levels of a body', `${USUAL_BODY.maxDepth} levels`, 'more, or a duplicate key: invalid_json'],
        ['Keys of an object in a body', `${USUAL_BODY.maxKeysPerObject} keys`, 'more: invalid_json'],
        ['Elements of an array in a body', `${USUAL_BODY.maxItemsPerArray} elements`, 'more: invalid_json'],
      ],
    },
  ];
}

/** [[what, limit, code of the refusal]]; configurable ones are listed with their default. */
function rates() {
  const { readVariables } = fromDist('libs/platform/src/config/variables.js');
  const { bodiesPerSecond, readSharePercent, validatorLimits, validatorRuns } = readVariables({
    PORTAL_MODE: 'sandbox',
    DATABASE_URL: 'postgres://db/portal',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_only_to_read_defaults',
    KEYRING: `docs:${Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64')}`,
  });
  const { TRIES } = fromDist('libs/identity/src/credentials/domain/tries.js');
  const per = (rule) =>
    `${rule.free} in ${span(rule.windowSeconds)}, then a wait from ${span(rule.firstWaitSeconds)} to ${span(rule.longestWaitSeconds)}`;
  const { perMinute, perHour, perTarget } = validatorLimits;
  return [
    ['Requests with a body, per caller', `${bodiesPerSecond * 10} in ten seconds`, 'too_many_requests'],
    [
      'Reads, per person, token of a host or else address',
      `${readSharePercent} % of the time of a process; more get slower, and are refused when they would wait for over a second`,
      'too_many_requests',
    ],
    ['Public validator, per caller', `${perMinute} a minute and ${perHour} an hour`, 'too_many_requests'],
    [
      'Public validator, per host that is checked',
      `${perTarget} a minute, half of them for one caller`,
      'too_many_requests',
    ],
    [
      'Public validator, runs at a time',
      `${validatorRuns.threads}, and ${validatorRuns.queue} that wait`,
      'validator_busy',
    ],
    ['Sign-in, one account from one device or network', per(TRIES.password_own), 'too_many_attempts'],
    ['Sign-in, one account, all strangers together', per(TRIES.password_account), 'too_many_attempts'],
    ['Sign-in, one network, as a stranger', per(TRIES.password_network), 'too_many_attempts'],
    ['Sign-up, one network', per(TRIES.sign_up_network), 'too_many_attempts'],
    ['Sign-up, one account from one network', per(TRIES.sign_up_own), 'too_many_attempts'],
    ['Mail with a link, one account from one network', per(TRIES.mail_own), 'too_many_attempts'],
    ['Mail with a link, one network', per(TRIES.mail_network), 'too_many_attempts'],
    ['Codes of the second step, one account from one device or network', per(TRIES.code_own), 'too_many_attempts'],
    ['Codes of the second step, one account, all strangers together', per(TRIES.code_account), 'too_many_attempts'],
    ['Proofs of who one is, one session', per(TRIES.reauthentication), 'too_many_attempts'],
  ];
}
