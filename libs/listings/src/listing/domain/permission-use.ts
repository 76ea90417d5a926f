import type { CanonicalManifest } from '@portal/contract';

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');

/** The parts of the manifest that account for a permission; none: nothing explains it. */
export function accountedBy(name: string, manifest: CanonicalManifest): string[] {
  const capability = (wanted: string): string[] =>
    manifest.capabilities.includes(wanted) ? [`capability ${wanted}`] : [];
  const field = (there: unknown, at: string): string[] => (there ? [`field ${at}`] : []);
  const kind = /^events\.receive:(.+)$/.exec(name)?.[1];
  if (kind !== undefined) return manifest.eventsConsumed.includes(kind) ? [`consumes ${kind}`] : [];
  const dataClass = /^data\.(.+)$/.exec(name)?.[1];
  if (dataClass !== undefined)
    return [
      ...(manifest.compliance?.dataClasses ?? [])
        .filter((one) => plain(one) === dataClass)
        .map((one) => `data class ${one}`),
      ...(dataClass === 'phi' ? capability('phi_handling') : []),
    ];
  const consumed = manifest.eventsConsumed.map((one) => `consumes ${one}`);
  const embed = field(manifest.installReturns?.embedSnippet, 'install_returns.embed_snippet');
  const by = new Map([
    ['venture.read', ['every install']],
    ['events.emit', [...capability('events'), ...manifest.eventsEmitted.map((one) => `emits ${one}`)]],
    ['events.receive', [...consumed, ...field(manifest.endpoints.receive, 'endpoints.receive')]],
    ['billing.read', capability('billing')],
    ['config.read', [...capability('config'), ...field(manifest.configSchema, 'config_schema')]],
    ['widget.embed', [...capability('provision_widget'), ...embed]],
    ['audit.export', capability('audit_export')],
  ]);
  return by.get(name) ?? [];
}

/** Permissions for regulated data: each is a claim about it, with or without a compliance block (`claimsOf`). */
export const dataPermissions = ({ permissionsRequested }: Pick<CanonicalManifest, 'permissionsRequested'>): string[] =>
  permissionsRequested.filter((name) => name.startsWith('data.'));
