import { flatEventKinds } from '../../events/kinds.js';
import { eventKinds, texts, textLike } from '../field-types.js';
import { block, type FieldEntry, type MemberEntry } from '../field.js';
import { derivePermissions } from '../permissions.js';
import { capabilities, capabilityPairs } from '../rules/capabilities.js';
import { endpoints, readEndpoints } from '../rules/endpoints.js';
import { eventsAssumed, eventsConsumed, eventsEmitted } from '../rules/event-kinds.js';
import { permissions } from '../rules/permissions.js';
import { DEFAULT_ENDPOINTS } from '../types.js';

/** A plain path; the uninstall path contains `:id`. */
const path = textLike({ maxLength: 512, pattern: '^/(?!/)[^?#{}<>\\[\\]\\s\\\\]*$' });
const pathWithId = { ...path, schema: { allOf: [path.schema, { pattern: '/:id(/|$)' }] } };

const endpoint = <const N extends string>(at: N, text: string, type = path) => ({ at, type, required: true, text });

const endpointMembers = {
  health: endpoint('health', 'Public: whether the Drive lives.'),
  manifest: endpoint('manifest', 'Public: this manifest.'),
  metrics: endpoint('metrics', 'Signed: aggregated numbers.'),
  events: endpoint('events', 'Signed: the append-only event log.'),
  billing: endpoint('billing', 'Signed: the billing summary of a tenant.'),
  install: endpoint('install', 'Signed: creates an install and hands out its token.'),
  uninstall: endpoint('uninstall', 'Signed: revokes an install; ":id" stands for its identifier.', pathWithId),
  receive: {
    at: 'receive',
    type: path,
    text: 'Signed: takes the events of events_consumed. An optional addition of v1.x; without it none are sent.',
    example: '/api/platform/receive',
  },
  config_update: {
    at: 'config_update',
    type: path,
    text: 'Signed: takes changed settings. An optional addition of v1.x; without it settings are read at installation only.',
    example: '/api/platform/config-update',
  },
} as const satisfies Readonly<Record<string, MemberEntry>>;

/** Endpoints, capabilities, permissions, and the events of both sides. */
export const rightsFields = {
  endpoints: {
    flat: () => DEFAULT_ENDPOINTS,
    structured: '/endpoints',
    type: { ...block(endpointMembers), read: (value: unknown) => readEndpoints({ endpoints: value }) },
    required: true,
    text: 'Where the seven endpoints are: paths on the manifest’s own origin.',
    change: 'own',
    rules: [endpoints],
  },
  capabilities: {
    flat: '/capabilities',
    structured: '/capabilities',
    type: texts,
    required: true,
    text: 'What the Drive offers; the host hides what is not listed.',
    change: 'own',
    rules: [capabilities, capabilityPairs],
  },
  permissionsRequested: {
    flat: { at: '/permissions_requested', required: true, text: 'What the Drive asks the operator for.' },
    structured: { at: '/permissions_requested', example: ['venture.read', 'events.emit'] },
    type: texts,
    text: 'What the Drive asks the operator for. Without it the host derives the list from capabilities, events and data.',
    absent: derivePermissions,
    change: 'own',
    rules: [permissions],
  },
  eventsEmitted: {
    flat: {
      at: '/events_emitted',
      required: false,
      text: 'Every kind of event that the Drive emits, and no other. An optional addition of v1.x; without it the standard kinds are assumed.',
      example: ['install_created', 'install_revoked', 'article_generated'],
    },
    structured: '/events_emitted',
    type: eventKinds,
    required: true,
    text: 'Every kind of event that the Drive emits, and no other.',
    absent: () => flatEventKinds,
    change: 'own',
    rules: [eventsEmitted, eventsAssumed],
  },
  eventsConsumed: {
    flat: () => [],
    structured: '/events_consumed',
    type: eventKinds,
    required: true,
    text: 'Kinds of the host’s events that the Drive wants to receive.',
    change: 'own',
    rules: [eventsConsumed],
  },
} as const satisfies Readonly<Record<string, FieldEntry>>;
