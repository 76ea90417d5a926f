import {
  childPointer,
  describeDisguise,
  findDisguise,
  HOST_ROUTES,
  isObject,
  secretFields,
  type CanonicalManifest,
  type JsonObject,
  type JsonValue,
} from '@portal/contract';
import { checksOf, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';

/** Names of model providers and their products that texts may not contain (contract: What the service does 8). */
const PROVIDERS =
  /\b(?:openai|chatgpt|gpt-?\d[\w.-]*|anthropic|claude(?:[- ]\d[\w.]*)?|gemini|mistral(?: ?ai)?|llama ?\d[\w.]*|deepseek|cohere|grok)\b/giu;
const TRACKERS =
  /(?:google-analytics|googletagmanager|segment\.(?:com|io)|mixpanel|hotjar|fullstory|amplitude|facebook\.net|doubleclick)/i;

type Report = (pointer: string, found: string, cause: string) => void;

function listingCheck(
  check: Pick<Check, 'id' | 'rule' | 'clause'>,
  expected: string,
  look: (manifest: CanonicalManifest, report: Report, context: CheckContext) => void,
): Check {
  return checksOf('listing', 'schema').warning(check.id, check.rule, check.clause, async (context) => {
    const manifest = context.document?.manifest;
    if (!manifest) return false;
    const report: Report = (pointer, found, cause) =>
      context.report({ pointer, expected, received: found.slice(0, 120), cause });
    look(manifest, report, context);
    return true;
  });
}

const inBlock = (manifest: CanonicalManifest, field: string): string =>
  manifest.shape === 'structured' ? `/drive/${field}` : `/${field === 'tagline' ? 'description' : field}`;

/** The form as the document has it, also while no capability announces it. */
const formOf = (document: CheckContext['document']): JsonObject =>
  isObject(document?.raw) && isObject(document.raw.config_schema) ? document.raw.config_schema : {};

const providerNames = listingCheck(
  { id: 'C112', rule: 'provider_named', clause: 'What the service does 8' },
  'no name of a model provider in what people read',
  (manifest, report, { document }) => {
    const look = (what: string) => (pointer: string, text: string) => {
      // In a name of a field words are joined by underscores.
      const found = [...new Set(text.replaceAll('_', ' ').match(PROVIDERS) ?? [])].join(', ');
      if (found !== '') report(pointer, found, `${what} names a model provider or its product: ${found}.`);
    };
    for (const field of ['name', 'tagline'] as const) look(`The ${field}`)(inBlock(manifest, field), manifest[field]);
    for (const [i, { path, label }] of manifest.routesExposed.entries()) {
      look('The address of a page')(`/routes_exposed/${i}/path`, path);
      look('A menu entry')(`/routes_exposed/${i}/label`, label);
    }
    lookAtForm(formOf(document), '/config_schema', look('The form'));
  },
);

const asksForCredentials = listingCheck(
  { id: 'C113', rule: 'config_asks_for_credentials', clause: 'What the service does 8; config_schema' },
  'no field that asks operators for credentials',
  (_manifest, report, { document }) => {
    for (const { pointer, label } of secretFields(formOf(document)))
      report(
        `/config_schema${pointer}`,
        label,
        `The form asks operators for something that reads like a credential: "${label}".`,
      );
  },
);

const embedTracks = listingCheck(
  { id: 'C114', rule: 'embed_third_party', clause: 'What the service does 8; install_returns' },
  'an embed without trackers',
  (manifest, report) => {
    const embed = manifest.installReturns;
    if (!embed?.embedSnippet) return;
    const tracker = TRACKERS.exec(embed.embedSnippet);
    if (tracker)
      report('/install_returns/embed_snippet', tracker[0], `The embed loads a third-party tracker: ${tracker[0]}.`);
  },
);

const routeCollision = listingCheck(
  { id: 'C115', rule: 'route_collides', clause: 'What the service does 8; routes_exposed' },
  'routes under a namespace of your own',
  (manifest, report) => {
    for (const [i, route] of (manifest.routesExposed ?? []).entries()) {
      const first = route.path.split('/')[1] ?? '';
      if (HOST_ROUTES.has(first.toLowerCase()))
        report(
          `/routes_exposed/${i}/path`,
          route.path,
          `The path "${route.path.slice(0, 80)}" collides with the host’s own routes.`,
        );
    }
  },
);

/** Schema keywords that contain further schemas, by name or in a list, and those with texts of the form. */
const SCHEMAS_BY_NAME = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const FORM_TEXTS = new Set(['title', 'description', 'enum', 'const', 'default', 'examples']);
/** Machine-readable parts with rules of their own. */
const MARKUP = '/install_returns/embed_snippet';

type Look = (pointer: string, text: string, lines: boolean) => void;

/** All texts in a value, including field names. */
function lookAtTexts(value: JsonValue | undefined, pointer: string, look: Look, lines = false): void {
  if (typeof value === 'string') look(pointer, value, lines);
  else if (Array.isArray(value))
    for (const [i, item] of value.entries()) lookAtTexts(item, `${pointer}/${i}`, look, lines);
  else if (isObject(value))
    for (const [key, member] of Object.entries(value)) {
      const at = childPointer(pointer, key);
      look(at, key, false);
      if (at === '/config_schema') lookAtForm(member, at, look);
      else if (at !== MARKUP) lookAtTexts(member, at, look, lines);
    }
}

/** The texts of a form: labels, choices and defaults, without patterns. */
function lookAtForm(schema: JsonValue | undefined, pointer: string, look: Look): void {
  if (Array.isArray(schema)) for (const [i, item] of schema.entries()) lookAtForm(item, `${pointer}/${i}`, look);
  if (!isObject(schema)) return;
  for (const [key, member] of Object.entries(schema)) {
    const at = childPointer(pointer, key);
    // A default can be a text of several lines.
    if (FORM_TEXTS.has(key)) lookAtTexts(member, at, look, key === 'default' || key === 'examples');
    else if (SCHEMAS_BY_NAME.has(key) && isObject(member))
      for (const [name, field] of Object.entries(member)) {
        if (key !== 'patternProperties') look(childPointer(at, name), name, false);
        lookAtForm(field, childPointer(at, name), look);
      }
    else lookAtForm(member, at, look);
  }
}

const disguisedText = listingCheck(
  { id: 'C139', rule: 'disguised_text', clause: 'Manifest: name, description, config_schema' },
  'text that reads as what it is',
  (_manifest, report, { document }) => {
    lookAtTexts(document?.raw as JsonObject, '', (pointer, text, lines) => {
      const disguise = findDisguise(text, { lines });
      if (disguise)
        report(
          pointer,
          disguise.found,
          `The text holds ${describeDisguise(disguise)}, so people may read something else than is there.`,
        );
    });
  },
);

/** For the reviewer of the listing: the do-not rules with the words found. None of these fails a Drive. */
export const listingChecks: readonly Check[] = [
  providerNames,
  asksForCredentials,
  embedTracks,
  routeCollision,
  disguisedText,
];
