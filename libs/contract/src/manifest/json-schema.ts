import { isObject, type JsonObject, type JsonValue } from '../json/types.js';
import { fieldNotes, type FieldNote } from './field-notes.js';
import { TOKEN_PLACEHOLDER } from './rules/install-returns.js';
import { MAX_SLUG_LENGTH } from './rules/drive-id.js';
import { MAX_TAGLINE } from './rules/tagline.js';
import { CATEGORIES, ENDPOINT_NAMES, MOTIONS, PRICING_TIERS, type ManifestShape } from './types.js';

const TEXT: JsonObject = { type: 'string', pattern: '\\S' };
const TEXTS: JsonObject = { type: 'array', items: TEXT };
const WEB: JsonObject = { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/]' };
const KIND: JsonObject = { type: 'string', maxLength: 128, pattern: '^[a-z][a-z0-9]*([._][a-z0-9]+)*$' };
/** A path and nothing else; the uninstall path holds `:id`. */
const PATH: JsonObject = { type: 'string', maxLength: 512, pattern: '^/(?!/)[^?#{}<>\\[\\]\\s\\\\]*$' };

const object = (required: readonly string[], properties: Record<string, JsonValue>): JsonObject => ({
  type: 'object',
  required: [...required],
  properties,
});

const ROUTES: JsonObject = {
  type: 'array',
  items: object(['path', 'label', 'icon'], { path: { ...TEXT, pattern: '^/(?!/)' }, label: TEXT, icon: TEXT }),
};

/** Unknown members are allowed everywhere: the contract grows by optional fields (Versioning 2). */
function structured(): JsonObject {
  const drive = ['id', 'name', 'tagline', 'category', 'motion', 'homepage', 'support_url', 'icon_url', 'pricing_tier'];
  return {
    ...object(
      ['schema_version', 'drive', 'endpoints', 'capabilities', 'events_emitted', 'events_consumed', 'contract_version'],
      {
        schema_version: { const: 1 },
        drive: object(drive, {
          id: { type: 'string', maxLength: MAX_SLUG_LENGTH, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
          name: TEXT,
          tagline: { ...TEXT, maxLength: MAX_TAGLINE },
          category: { enum: [...CATEGORIES] },
          motion: { enum: [...MOTIONS] },
          homepage: { anyOf: [WEB, { type: 'null' }] },
          support_url: { anyOf: [WEB, { type: 'string', pattern: '^mailto:' }] },
          support_email: { type: 'string', pattern: '^[^\\s@]+@[^\\s@]+$' },
          icon_url: WEB,
          pricing_tier: { enum: [...PRICING_TIERS] },
          version: TEXT,
        }),
        endpoints: object(ENDPOINT_NAMES, {
          receive: PATH,
          ...Object.fromEntries(
            ENDPOINT_NAMES.map((name) => [
              name,
              name === 'uninstall' ? { allOf: [PATH, { pattern: '/:id(/|$)' }] } : PATH,
            ]),
          ),
        }),
        capabilities: TEXTS,
        permissions_requested: TEXTS,
        events_emitted: { type: 'array', items: KIND },
        events_consumed: { type: 'array', items: KIND },
        contract_version: { type: 'string', pattern: '^1\\.(0|[1-9][0-9]{0,5})\\.(0|[1-9][0-9]{0,5})$' },
        config_schema: object(['type'], { type: { const: 'object' } }),
        quota: object(['unit', 'limit', 'overage_policy'], {
          unit: TEXT,
          limit: { type: 'integer', minimum: 0 },
          overage_policy: { enum: ['block', 'meter'] },
        }),
        compliance: object([], {
          frameworks: TEXTS,
          data_classes: TEXTS,
          data_residency: TEXTS,
          subprocessors_url: WEB,
          baa_required: { type: 'boolean' },
          encryption_at_rest: TEXT,
          encryption_in_transit: TEXT,
        }),
        support: object([], {
          sla_response_business_hours: TEXT,
          sla_response_off_hours: TEXT,
          incident_email: TEXT,
          status_page: TEXT,
        }),
        install_returns: object([], {
          type: TEXT,
          token_prefix: TEXT,
          embed_snippet: { type: 'string', pattern: TOKEN_PLACEHOLDER.replaceAll(/[{}]/g, '\\$&') },
          host_origin: TEXT,
        }),
        routes_exposed: ROUTES,
      },
    ),
  };
}

function flat(): JsonObject {
  return object(
    [
      'name',
      'description',
      'category',
      'version',
      'contract_version',
      'capabilities',
      'permissions_requested',
      'icon_url',
    ],
    {
      name: TEXT,
      description: TEXT,
      category: TEXT,
      version: TEXT,
      contract_version: { type: 'string', pattern: '^v1(\\.(0|[1-9][0-9]{0,5}))?$' },
      capabilities: TEXTS,
      permissions_requested: TEXTS,
      icon_url: WEB,
      pricing: object(['model', 'currency', 'plans'], {
        model: TEXT,
        currency: { type: 'string', pattern: '^[a-z]{3}$' },
        plans: {
          type: 'array',
          items: object(['id', 'name', 'price_cents', 'interval'], {
            id: TEXT,
            name: TEXT,
            price_cents: { type: 'integer', minimum: 0 },
            interval: TEXT,
          }),
        },
      }),
      routes_exposed: ROUTES,
    },
  );
}

/** The schema with the notes on its fields as `description`, `default` and `examples`. */
function annotated(schema: JsonObject, notes: Readonly<Record<string, FieldNote>>, pointer = ''): JsonObject {
  const found = notes[pointer];
  const own: JsonObject = {
    ...(found ? { description: found.text } : {}),
    ...schema,
    ...(found?.otherwise === undefined ? {} : { default: found.otherwise }),
    ...(found?.example === undefined ? {} : { examples: [found.example] }),
  };
  if (isObject(schema.items)) own.items = annotated(schema.items, notes, `${pointer}/*`);
  if (isObject(schema.properties)) {
    const members = Object.entries(schema.properties);
    own.properties = Object.fromEntries(
      members.map(([key, member]) => [key, annotated(member as JsonObject, notes, `${pointer}/${key}`)]),
    );
  }
  return own;
}

/**
 * The manifest's JSON Schema (draft 2020-12) of one shape, for editors and other languages. Whatever the rules accept
 * fits it; the rules know more (addresses, the config form's gate, pairs of capability and block, repeats), so a manifest
 * that fits may still have errors.
 */
export function manifestJsonSchema(shape: ManifestShape): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Drive manifest, ${shape} shape`,
    ...annotated(shape === 'structured' ? structured() : flat(), fieldNotes(shape)),
  };
}
