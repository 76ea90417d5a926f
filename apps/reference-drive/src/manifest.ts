import { isObject } from '@portal/contract';
import { snippetOf } from './embed.js';
import type { Settings } from './options.js';
import type { DriveState } from './store.js';

/** One addition per published version, so that every upgrade has something to agree to. */
interface Release {
  readonly event: string;
  readonly permission: string;
  readonly field: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const RELEASES: readonly Release[] = [
  {
    event: 'draft.published',
    permission: 'config.read',
    field: 'auto_publish',
    schema: { type: 'boolean', title: 'Publish drafts without asking', default: false },
  },
  {
    event: 'draft.translated',
    permission: 'billing.read',
    field: 'languages',
    schema: {
      type: 'array',
      title: 'Translate into',
      items: { type: 'string', enum: ['de', 'es', 'fr', 'pt'] },
      default: [],
    },
  },
  {
    event: 'draft.archived',
    permission: 'data.contacts',
    field: 'archive_after_days',
    schema: { type: 'integer', title: 'Archive after days', minimum: 1, maximum: 3650, default: 365 },
  },
];

/** What is published now. */
type Published = Pick<DriveState, 'version' | 'releases'>;

function release(number: number): Release {
  return (
    RELEASES[number - 1] ?? {
      event: `draft.reviewed_v${number}`,
      permission: `data.templates_${number}`,
      field: `template_set_${number}`,
      schema: { type: 'string', title: `Template set ${number}`, default: 'standard' },
    }
  );
}

/** The paths of the seven endpoints: the contract's defaults. */
export const ENDPOINTS = {
  health: '/api/platform/health',
  manifest: '/api/platform/drive/manifest',
  metrics: '/api/platform/metrics',
  events: '/api/platform/events',
  billing: '/api/platform/billing',
  install: '/api/platform/install',
  uninstall: '/api/platform/install/:id',
} as const;

/** Where changed settings are taken: an optional addition of v1.x, which the structured shape lists. */
export const CONFIG_UPDATE = '/api/platform/config-update';

/** Where events of the host are taken, once a manifest lists it as `endpoints.receive`: an optional addition of v1.x. */
export const RECEIVE = '/api/platform/receive';

const CAPABILITIES = [
  ...['install', 'uninstall', 'metrics', 'events', 'billing'],
  ...['config', 'quota', 'provision_widget'],
] as const;
/** Values for which the flat shape has no block. */
const STRUCTURED_ONLY: readonly string[] = ['config', 'quota', 'provision_widget'];

/** Drafts one tenant may have per calendar month (UTC). */
export const DRAFTS_PER_MONTH = 200;

/** The capabilities that the manifest lists: the flat shape has no config form, no quota and no embed. */
export function capabilitiesOf(settings: Settings): readonly string[] {
  return settings.shape === 'a' ? CAPABILITIES.filter((name) => !STRUCTURED_ONLY.includes(name)) : CAPABILITIES;
}

/** The manifest of the version that is published now, in the shape that was chosen (contract: shapes A and B). */
export function buildManifest(settings: Settings, origin: string, state: Published): Record<string, unknown> {
  const manifest = settings.shape === 'a' ? flat(settings, origin, state) : structured(settings, origin, state);
  const overlays = [settings.manifestOverlay, ...settings.releases.slice(0, state.releases)];
  return overlays.reduce(merge, manifest);
}

/** Of the page that is shown inside the host, under the Drive's own namespace. */
export const exposedPath = ({ id }: Pick<Settings, 'id'>): string => `/${id}/drafts`;

const exposed = (settings: Settings): object[] => [{ path: exposedPath(settings), label: 'Drafts', icon: 'feather' }];

const ACCENT = '#1f6f5c';
const TAGLINE = 'Turns a brief into a first draft in your own voice';

/** The Drive's own additions, unless it was given others. */
const additions = (settings: Settings, { releases }: Published): Release[] =>
  settings.releases.length > 0 ? [] : Array.from({ length: releases }, (_, index) => release(index + 1));

function flat(settings: Settings, origin: string, state: Published): Record<string, unknown> {
  const permissions = additions(settings, state).map(({ permission }) => permission);
  const { pricingTier, priceMinor } = settings;
  const plan = {
    id: pricingTier,
    name: pricingTier.charAt(0).toUpperCase() + pricingTier.slice(1),
    price_cents: priceMinor,
    interval: 'month',
  };
  return {
    name: settings.name,
    description: `${TAGLINE}.`,
    category: 'Content',
    version: state.version,
    contract_version: 'v1',
    capabilities: capabilitiesOf(settings),
    permissions_requested: ['venture.read', 'events.emit', ...permissions],
    icon_url: `${origin}/icon.svg`,
    ...(pricingTier === 'free' ? {} : { pricing: { model: 'subscription', currency: 'usd', plans: [plan] } }),
    accent_color: ACCENT,
    routes_exposed: exposed(settings),
  };
}

function structured(settings: Settings, origin: string, state: Published): Record<string, unknown> {
  const releases = additions(settings, state);
  return {
    schema_version: 1,
    contract_version: '1.0.0',
    drive: {
      id: settings.id,
      name: settings.name,
      tagline: TAGLINE,
      category: 'Content',
      motion: 'build',
      homepage: `${origin}/`,
      support_url: `${origin}/support`,
      support_email: `support@${settings.id}.example`,
      icon_url: `${origin}/icon.svg`,
      accent_color: ACCENT,
      pricing_tier: settings.pricingTier,
      version: state.version,
    },
    endpoints: { ...ENDPOINTS, config_update: CONFIG_UPDATE },
    capabilities: capabilitiesOf(settings),
    permissions_requested: ['venture.read', 'events.emit', ...releases.map(({ permission }) => permission)],
    events_emitted: ['install.created', 'install.revoked', 'draft.created', ...releases.map(({ event }) => event)],
    events_consumed: [],
    config_schema: {
      type: 'object',
      required: ['brand_name', 'tone'],
      properties: {
        brand_name: { type: 'string', title: 'Brand name', minLength: 1, maxLength: 80 },
        tone: { type: 'string', title: 'Tone of voice', enum: ['plain', 'friendly', 'formal'], default: 'plain' },
        drafts_per_week: { type: 'integer', title: 'Drafts per week', minimum: 1, maximum: 50, default: 5 },
        notify_operator: { type: 'boolean', title: 'Tell the operator about new drafts', default: true },
        ...Object.fromEntries(releases.map(({ field, schema }) => [field, schema])),
      },
    },
    quota: { unit: 'drafts_per_month', limit: DRAFTS_PER_MONTH, overage_policy: 'block' },
    support: {
      sla_response_business_hours: '8h',
      sla_response_off_hours: '24h',
      incident_email: `incident@${settings.id}.example`,
      status_page: `${origin}/status`,
    },
    install_returns: {
      type: 'scoped_widget_token',
      token_prefix: `${settings.id}_`,
      embed_snippet: snippetOf(origin),
      host_origin: new URL(origin).origin,
    },
    routes_exposed: exposed(settings),
  };
}

function merge(base: Record<string, unknown>, overlay: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result = { ...base };
  for (const [key, value] of Object.entries(overlay)) {
    if (value === null && key !== 'homepage') delete result[key];
    else if (isObject(value) && isObject(result[key])) result[key] = merge(result[key], value);
    else result[key] = value;
  }
  return result;
}

/** The version after `version`: one minor up. */
export function nextVersion(version: string): string {
  const [major = '1', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}
