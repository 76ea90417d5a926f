import { canonicalKind } from '../events/kinds.js';
import { describePermission } from '../manifest/permissions.js';
import { ENDPOINT_NAMES, type CanonicalManifest } from '../manifest/types.js';
import { diffBlocks } from './blocks.js';
import type { ManifestChange } from './change.js';
import { Changes } from './collector.js';
import { diffConfigSchema } from './config-schema.js';

const REGULATED: ReadonlySet<string> = new Set(['phi_handling', 'audit_export']);

function diffIdentity(changes: Changes, from: CanonicalManifest, to: CanonicalManifest): void {
  const base = to.shape === 'flat' ? '' : '/drive';
  changes.field(from.shape, to.shape, {
    kind: 'shape',
    pointer: '',
    level: 'breaking',
    subject: 'The manifest’s shape',
  });
  changes.field(from.id, to.id, { kind: 'id', pointer: `${base}/id`, level: 'breaking', subject: 'The permanent id' });
  changes.field(from.version, to.version, {
    kind: 'version',
    pointer: `${base}/version`,
    level: 'cosmetic',
    subject: 'The version',
  });
  changes.field(from.name, to.name, { kind: 'name', pointer: `${base}/name`, level: 'cosmetic', subject: 'The name' });
  if (to.shape === 'flat') {
    changes.field(from.description, to.description, {
      kind: 'description',
      pointer: '/description',
      level: 'cosmetic',
      subject: 'The description',
    });
  } else {
    changes.field(from.tagline, to.tagline, {
      kind: 'tagline',
      pointer: '/drive/tagline',
      level: 'cosmetic',
      subject: 'The tagline',
    });
  }
  const rest = [
    ['category', 'category', 'The category'],
    ['motion', 'motion', 'The motion'],
    ['homepage', 'homepage', 'The homepage'],
    ['supportUrl', 'support_url', 'The support address'],
    ['supportEmail', 'support_email', 'The support e-mail'],
    ['iconUrl', 'icon_url', 'The icon'],
  ] as const;
  for (const [key, wire, subject] of rest) {
    changes.field(from[key], to[key], { kind: wire, pointer: `${base}/${wire}`, level: 'cosmetic', subject });
  }
  // A change of shape brings its own spelling of the same version.
  if (from.shape === to.shape) {
    changes.field(from.contractVersion, to.contractVersion, {
      kind: 'contract_version',
      pointer: '/contract_version',
      level: 'additive',
      subject: 'The contract version',
    });
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

function diffEndpoints(changes: Changes, from: CanonicalManifest, to: CanonicalManifest): void {
  for (const name of ENDPOINT_NAMES) {
    changes.field(from.endpoints[name], to.endpoints[name], {
      kind: 'endpoint',
      pointer: `/endpoints/${name}`,
      level: 'breaking',
      subject: `The path of ${name}`,
    });
  }
  const added = from.endpoints.receive === null;
  changes.field(from.endpoints.receive, to.endpoints.receive, {
    kind: 'endpoint',
    pointer: '/endpoints/receive',
    level: added ? 'additive' : 'breaking',
    subject: 'The path that receives events',
  });
  const paths = (m: CanonicalManifest): string[] => m.routesExposed.map((route) => route.path);
  changes.set(paths(from), paths(to), {
    kind: 'route',
    pointer: '/routes_exposed',
    added: (path) => ({ level: 'additive', sentence: `It adds the page ${path}.` }),
    removed: (path) => ({ level: 'breaking', sentence: `It removes the page ${path}.` }),
  });
  for (const [i, route] of to.routesExposed.entries()) {
    const old = from.routesExposed.find((one) => one.path === route.path);
    const pointer = `/routes_exposed/${i}`;
    if (old)
      changes.field(old, route, {
        kind: 'route_text',
        pointer,
        level: 'cosmetic',
        subject: `The menu entry of ${route.path}`,
      });
  }
}

/**
 * Compares two manifests by meaning, not by text: one change per difference, each with its level and one plain
 * sentence. Order of keys, order of lists and alias spellings of kinds are no differences.
 */
export function diffManifests(from: CanonicalManifest, to: CanonicalManifest): ManifestChange[] {
  const changes = new Changes();
  diffIdentity(changes, from, to);
  diffRights(changes, from, to);
  diffBlocks(changes, from, to);
  diffConfigSchema(changes, from.configSchema, to.configSchema);
  diffEndpoints(changes, from, to);
  return changes.list;
}
