import { isObject, type JsonObject } from '../json/types.js';

/** Known permissions and what each allows, in words for an operator. */
export const PERMISSION_TEXTS: Readonly<Record<string, string>> = Object.freeze({
  'venture.read': 'See the id and name of the venture it is installed into.',
  'events.emit': 'Add its events to the venture’s activity.',
  'events.receive': 'Be sent events of the venture, if it accepts events.',
  'billing.read': 'Report plan and charges of the venture.',
  'config.read': 'Read the settings you enter in its form.',
  'widget.embed': 'Hand out a script tag that you place on a page.',
  'audit.export': 'Export audit records.',
});

/** How sensitive what a permission allows is, least first. */
export const PERMISSION_LEVELS = ['low', 'moderate', 'sensitive', 'regulated'] as const;
export type PermissionLevel = (typeof PERMISSION_LEVELS)[number];

/** What nobody has described counts as sensitive, as everything of data classes does; health and card data are regulated. */
function levelOf(name: string, known: boolean): PermissionLevel {
  if (/^data\.(phi|pci|health|card)/.test(name)) return 'regulated';
  if (!known || /^(data|audit|events\.receive)\b/.test(name)) return 'sensitive';
  return /^(venture|events|config)\./.test(name) ? 'low' : 'moderate';
}

/** Of each known permission: the data it concerns, and what does not work without it. */
const PERMISSION_MEANS: Readonly<Record<string, Pick<PermissionText, 'data' | 'without'>>> = {
  'venture.read': { data: 'Name of the venture', without: 'It cannot be installed into a venture.' },
  'events.emit': { data: 'Events of the plugin', without: 'Its events and what depends on them are missing here.' },
  'events.receive': { data: 'Events of the venture', without: 'It does not react to what happens in the venture.' },
  'billing.read': { data: 'Plan and charges', without: 'What it charges cannot be compared with your invoice.' },
  'config.read': { data: 'Settings that you enter', without: 'It runs with its own defaults.' },
  'widget.embed': { data: 'Visitors of your page', without: 'You get no script tag for your page.' },
  'audit.export': { data: 'Audit records', without: 'Audit records cannot be exported.' },
};
const UNKNOWN_MEANS = { data: 'Only its author knows', without: 'Only its author knows.' };

/**
 * A permission with its description, the data it concerns and what does not work without it. `known` is false for a name
 * that the host does not define.
 */
export interface PermissionText {
  readonly name: string;
  readonly text: string;
  readonly data: string;
  readonly without: string;
  readonly known: boolean;
  readonly level: PermissionLevel;
}

/** Describes one permission. `events.receive:<kind>` and `data.<class>` contain their subject in the name. */
export function describePermission(name: string): PermissionText {
  const described = inWords(name);
  return { ...described, level: levelOf(name, described.known) };
}

function inWords(name: string): Omit<PermissionText, 'level'> {
  const text = Object.hasOwn(PERMISSION_TEXTS, name) ? PERMISSION_TEXTS[name] : undefined;
  if (text !== undefined) return { name, text, ...(PERMISSION_MEANS[name] ?? UNKNOWN_MEANS), known: true };
  const kind = /^events\.receive:([a-z0-9._]+)$/.exec(name)?.[1];
  if (kind)
    return {
      name,
      text: `Be sent the "${kind}" events of the venture, if it accepts events.`,
      data: `"${kind}" events of the venture`,
      without: 'It does not react to them.',
      known: true,
    };
  const dataClass = /^data\.([a-z0-9_]+)$/.exec(name)?.[1];
  if (dataClass)
    return {
      name,
      text: `Process data of the class "${dataClass}".`,
      data: `Data of the class "${dataClass}"`,
      without: 'It cannot do what needs such data.',
      known: true,
    };
  return {
    name,
    text: `A permission of its own, "${name}": its author explains it.`,
    ...UNKNOWN_MEANS,
    known: false,
  };
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/**
 * Derives the permissions of a structured manifest without permissions, from its capabilities, consumed kinds and data
 * classes. Sorted.
 */
export function derivePermissions(manifest: JsonObject): string[] {
  const capabilities = strings(manifest.capabilities);
  const found = new Set(['venture.read']);
  if (strings(manifest.events_emitted).length > 0) found.add('events.emit');
  if (capabilities.includes('billing')) found.add('billing.read');
  if (capabilities.includes('config')) found.add('config.read');
  if (capabilities.includes('provision_widget')) found.add('widget.embed');
  if (capabilities.includes('audit_export')) found.add('audit.export');
  if (capabilities.includes('phi_handling')) found.add('data.phi');
  for (const kind of strings(manifest.events_consumed)) found.add(`events.receive:${kind}`);
  const compliance = isObject(manifest.compliance) ? manifest.compliance : {};
  for (const dataClass of strings(compliance.data_classes)) {
    const name = dataClass
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '');
    if (name !== '') found.add(`data.${name}`);
  }
  return [...found].sort();
}

/** Whether these permissions let the host send events of the kind (contract: Events 3). */
export const allowsReceiving = (permissions: readonly unknown[], kind: string): boolean =>
  permissions.includes('events.receive') || permissions.includes(`events.receive:${kind}`);

/** The consumed kinds that the host delivers: the Drive accepts events, and asks for the permission to be sent them. */
export function deliveredKinds(manifest: {
  readonly endpoints: { readonly receive: string | null };
  readonly eventsConsumed: readonly string[];
  readonly permissionsRequested: readonly string[];
}): string[] {
  if (manifest.endpoints.receive === null) return [];
  return manifest.eventsConsumed.filter((kind) => allowsReceiving(manifest.permissionsRequested, kind));
}
