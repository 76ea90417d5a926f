import { anyObject, count, oneOf, text, texts, textLike, webAddress, yesNo } from '../field-types.js';
import { block, blocks, type FieldEntry, type MemberEntry } from '../field.js';
import { compliance } from '../rules/compliance.js';
import { configSchema } from '../rules/config-schema.js';
import { TOKEN_PLACEHOLDER } from '../rules/embed/embed-markup.js';
import { installReturns } from '../rules/install-returns.js';
import { quota } from '../rules/quota.js';
import { routesExposed } from '../rules/routes-exposed.js';
import { support } from '../rules/support.js';

const quotaMembers = {
  unit: {
    at: 'unit',
    type: text,
    required: true,
    text: 'What is counted, with its period.',
    change: { level: 'commercial', kind: 'quota_unit', subject: 'The unit of the usage cap' },
  },
  limit: {
    at: 'limit',
    type: count,
    required: true,
    text: 'The cap.',
    change: { level: 'commercial', kind: 'quota_limit', subject: 'The usage cap' },
  },
  overagePolicy: {
    at: 'overage_policy',
    type: oneOf(['block', 'meter'], 'overage_policy_unknown'),
    required: true,
    text: 'Above the cap: "block" answers 402, "meter" goes on and the Drive bills by itself.',
    change: { level: 'commercial', kind: 'quota_policy', subject: 'What happens above the cap' },
  },
} as const satisfies Readonly<Record<string, MemberEntry>>;

const CLAIM = { level: 'compliance' } as const;
const LIST = { type: texts, fix: 'Give an array of strings.', otherwise: [], change: CLAIM } as const;
const METHOD = { type: text, fix: 'Name the method, for example "AES-256".', change: CLAIM } as const;

const complianceMembers = {
  frameworks: { ...LIST, at: 'frameworks', text: 'Frameworks that the Drive conforms to.' },
  dataClasses: { ...LIST, at: 'data_classes', text: 'Classes of data that it processes.' },
  dataResidency: { ...LIST, at: 'data_residency', text: 'Regions in which data is kept.' },
  subprocessorsUrl: {
    at: 'subprocessors_url',
    type: webAddress(),
    text: 'Public list of subprocessors; emit subprocessor.updated when it changes.',
    fix: 'Give the address of the public list.',
    change: CLAIM,
  },
  baaRequired: {
    at: 'baa_required',
    type: yesNo,
    text: 'Whether a tenant needs a business-associate agreement on file.',
    otherwise: false,
    change: CLAIM,
  },
  encryptionAtRest: { ...METHOD, at: 'encryption_at_rest', text: 'How stored data is encrypted.' },
  encryptionInTransit: { ...METHOD, at: 'encryption_in_transit', text: 'How data on the wire is encrypted.' },
} as const satisfies Readonly<Record<string, MemberEntry>>;

const SUPPORT = { type: text, fix: 'Give a string, or leave it out.', change: { level: 'cosmetic' } } as const;
const CONTACT = { ...SUPPORT, change: { level: 'consent' } } as const;

const supportMembers = {
  slaResponseBusinessHours: {
    ...SUPPORT,
    at: 'sla_response_business_hours',
    text: 'Time to a first answer in business hours.',
  },
  slaResponseOffHours: {
    ...SUPPORT,
    at: 'sla_response_off_hours',
    text: 'Time to a first answer outside of them.',
  },
  incidentEmail: { ...CONTACT, at: 'incident_email', text: 'Mailbox for incidents.' },
  statusPage: { ...CONTACT, at: 'status_page', text: 'Address of the status page.' },
} as const satisfies Readonly<Record<string, MemberEntry>>;

// What is embedded into an operator's page, and from where, is a right that the operator granted.
const returnsMembers = {
  type: {
    at: 'type',
    type: text,
    text: 'Usually scoped_widget_token.',
    change: { level: 'breaking', kind: 'install_returns_type' },
  },
  tokenPrefix: { at: 'token_prefix', type: text, text: 'Beginning of every token.', change: { level: 'cosmetic' } },
  embedSnippet: {
    at: 'embed_snippet',
    type: textLike({ pattern: TOKEN_PLACEHOLDER.replaceAll(/[{}]/g, '\\$&') }),
    text: 'Markup to embed; {{scoped_token}} stands for the token.',
    change: { level: 'consent' },
  },
  hostOrigin: {
    at: 'host_origin',
    type: text,
    text: 'Origin from which the embed loads.',
    change: { level: 'consent' },
  },
} as const satisfies Readonly<Record<string, MemberEntry>>;

const routeMembers = {
  path: {
    at: 'path',
    type: textLike({ pattern: '^/(?!/)' }),
    required: true,
    text: 'Address of the page, under a namespace that the Drive owns.',
    example: '/content-studio/drafts',
  },
  label: { at: 'label', type: text, required: true, text: 'Text of the menu entry.', example: 'Drafts' },
  icon: { at: 'icon', type: text, required: true, text: 'Name of the menu entry’s icon.', example: 'pencil' },
} as const satisfies Readonly<Record<string, MemberEntry>>;

/** Optional blocks; an absent feature is off. */
export const blockFields = {
  configSchema: {
    structured: '/config_schema',
    type: anyObject({
      required: ['type'],
      properties: { type: { description: 'The top level is an object.', const: 'object' } },
    }),
    text: 'JSON Schema of the settings that an operator enters. Without it, or without the capability config, there is no form.',
    change: 'own',
    rules: [configSchema],
  },
  quota: {
    structured: '/quota',
    type: block(quotaMembers),
    text: 'Cap for the host’s gauges; nothing is billed by it. Without it, or without the capability quota, there is no gauge.',
    change: 'own',
    rules: [quota],
  },
  compliance: {
    structured: '/compliance',
    type: block(complianceMembers),
    text: 'Claims that regulated tenants read before they connect; each must be true.',
    change: 'own',
    rules: [compliance(Object.values(complianceMembers))],
  },
  support: {
    structured: '/support',
    type: block(supportMembers),
    text: 'Information for operators; it changes nothing in the host.',
    change: 'own',
    rules: [support(Object.values(supportMembers))],
  },
  installReturns: {
    structured: '/install_returns',
    type: block(returnsMembers),
    text: 'For a Drive that hands out something to embed. Without it, or without the capability provision_widget, nothing is embedded.',
    change: 'own',
    rules: [installReturns],
  },
  routesExposed: {
    flat: '/routes_exposed',
    structured: '/routes_exposed',
    type: blocks(routeMembers),
    text: 'Pages of the Drive inside the host, needed by a Drive that is mounted there.',
    example: [{ path: '/content-studio/drafts', label: 'Drafts', icon: 'pencil' }],
    otherwise: [],
    change: 'own',
    rules: [routesExposed],
  },
} as const satisfies Readonly<Record<string, FieldEntry>>;
