import { canonicalKind } from '../events/kinds.js';
import { describePermission } from '../manifest/permissions.js';
import type { CanonicalManifest } from '../manifest/canonical.js';
import { placeOf } from '../manifest/field.js';
import { manifestFields } from '../manifest/fields/index.js';
import { ENDPOINT_NAMES } from '../manifest/types.js';
import { diffBlocks } from './blocks.js';
import type { ManifestChange } from './change.js';
import { Changes } from './collector.js';
import { diffConfigSchema } from './config-schema.js';

const REGULATED: ReadonlySet<string> = new Set(['phi_handling', 'audit_export']);

/** Fields that identify a revision are reported first. */
const FIRST = ['id', 'version'];
const COMPARED = Object.entries(manifestFields)
  .flatMap(([name, entry]) => (typeof entry.change === 'object' ? [{ name, entry, change: entry.change }] : []))
  .sort((a, b) => Number(FIRST.includes(b.name)) - Number(FIRST.includes(a.name)));

/** Fields that are compared as a whole, each with the class from the table. */
function diffFields(changes: Changes, from: CanonicalManifest, to: CanonicalManifest): void {
  changes.field('shape', '', from.shape, to.shape, 'breaking', 'The manifest’s shape');
  const values = (manifest: CanonicalManifest): Readonly<Record<string, unknown>> => ({ ...manifest });
  const [before, after] = [values(from), values(to)];
  for (const { name, entry, change } of COMPARED) {
    // A value that a shape derives from another field changes with that field.
    if (typeof entry[to.shape] === 'function') continue;
    // A change of shape brings its own spelling of the same version.
    if (name === 'contractVersion' && from.shape !== to.shape) continue;
    const kind = (placeOf(entry, to.shape) ?? placeOf(entry, to.shape === 'flat' ? 'structured' : 'flat')!).key;
    const pointer = placeOf(entry, to.shape)?.at ?? `${to.shape === 'flat' ? '' : '/drive'}/${kind}`;
    changes.field(kind, pointer, before[name], after[name], change.level, change.subject);
  }
}

function diffRights(changes: Changes, from: CanonicalManifest, to: CanonicalManifest): void {
  changes.set(from.permissionsRequested, to.permissionsRequested, {
    kind: 'permission',
    pointer: '/permissions_requested',
    added: (name) => ({
      level: 'consent',
      sentence: `It asks for a new permission, ${name}: ${describePermission(name).text}`,
    }),
    removed: (name) => ({ level: 'cosmetic', sentence: `It no longer asks for the permission ${name}.` }),
  });
  changes.set(from.capabilities, to.capabilities, {
    kind: 'capability',
    pointer: '/capabilities',
    added: (name) => ({
      level: name === 'billing' ? 'commercial' : REGULATED.has(name) ? 'compliance' : 'additive',
      sentence: `It offers the capability ${name}.`,
    }),
    removed: (name) => ({
      level: REGULATED.has(name) ? 'compliance' : 'breaking',
      sentence: `It no longer offers the capability ${name}.`,
    }),
  });
  changes.set(
    from.eventsEmitted,
    to.eventsEmitted,
    {
      kind: 'event_emitted',
      pointer: '/events_emitted',
      added: (kind) => ({ level: 'additive', sentence: `It emits the new event ${kind}.` }),
      removed: (kind) => ({
        level: 'breaking',
        sentence: `It no longer emits the event ${kind}; automation that waits for it stops.`,
      }),
    },
    canonicalKind,
  );
  changes.set(
    from.eventsConsumed,
    to.eventsConsumed,
    {
      kind: 'event_consumed',
      pointer: '/events_consumed',
      added: (kind) => ({ level: 'consent', sentence: `It wants to receive the event ${kind} of your venture.` }),
      removed: (kind) => ({ level: 'cosmetic', sentence: `It no longer receives the event ${kind}.` }),
    },
    canonicalKind,
  );
}

const OPTIONAL_ENDPOINTS = [
  ['receive', 'The path that receives events'],
  ['config_update', 'The path that takes changed settings'],
] as const;

function diffEndpoints(changes: Changes, from: CanonicalManifest, to: CanonicalManifest): void {
  for (const name of ENDPOINT_NAMES) {
    const [before, after] = [from.endpoints[name], to.endpoints[name]];
    changes.field('endpoint', `/endpoints/${name}`, before, after, 'breaking', `The path of ${name}`);
  }
  for (const [name, subject] of OPTIONAL_ENDPOINTS) {
    // A revision stored before an addition existed does not have it.
    const [before, after] = [from.endpoints[name] ?? null, to.endpoints[name] ?? null];
    const level = before === null ? 'additive' : 'breaking';
    changes.field('endpoint', `/endpoints/${name}`, before, after, level, subject);
  }
  const paths = (m: CanonicalManifest): string[] => m.routesExposed.map((route) => route.path);
  changes.set(paths(from), paths(to), {
    kind: 'route',
    pointer: '/routes_exposed',
    added: (path) => ({ level: 'additive', sentence: `It adds the page ${path}.` }),
    removed: (path) => ({ level: 'breaking', sentence: `It removes the page ${path}.` }),
  });
  for (const [i, route] of to.routesExposed.entries()) {
    const old = from.routesExposed.find((one) => one.path === route.path);
    const subject = `The menu entry of ${route.path}`;
    if (old) changes.field('route_text', `/routes_exposed/${i}`, old, route, 'cosmetic', subject);
  }
}

/**
 * Compares two manifests by meaning: one change per difference, each with its level and a sentence. Order of keys,
 * order of lists and alias spellings of kinds do not count as differences.
 */
export function diffManifests(from: CanonicalManifest, to: CanonicalManifest): ManifestChange[] {
  const changes = new Changes();
  diffFields(changes, from, to);
  diffRights(changes, from, to);
  diffBlocks(changes, from, to);
  diffConfigSchema(changes, from.configSchema, to.configSchema);
  diffEndpoints(changes, from, to);
  return changes.list;
}
