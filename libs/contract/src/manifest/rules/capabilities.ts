import { childPointer } from '../../json/pointer.js';
import type { ManifestRule } from '../rule.js';
import { CAPABILITIES } from '../types.js';

const KNOWN: ReadonlySet<string> = new Set(CAPABILITIES);
const ESSENTIAL = ['install', 'uninstall'];
const LISTED = { fix: 'List what the Drive offers, for example ["install", "uninstall"].' };
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The capability list, standard values. */
export const capabilities: ManifestRule = {
  id: 'capabilities',
  clause: 'Manifest: capabilities',
  shapes: ['flat', 'structured'],
  doc: {
    number: 'C26',
    title: 'capabilities is a list of names.',
    cause: 'It is no list, or names a capability that the host does not know.',
    fix: 'List what the Drive offers, at least install and uninstall.',
    example: { wrong: '"capabilities": "install"', right: '"capabilities": ["install", "uninstall"]' },
  },
  check(manifest, report) {
    const values = report.texts(report.root, 'capabilities', LISTED);
    if (!values) return;
    for (const value of values) {
      if (!KNOWN.has(value)) {
        report.warn(
          'capability_unknown',
          childPointer('/capabilities', list(manifest.capabilities).indexOf(value)),
          `"${value}" is no standard capability; the host does nothing with it.`,
          `Use one of ${CAPABILITIES.join(', ')}.`,
          value,
        );
      }
    }
    for (const needed of ESSENTIAL) {
      if (!values.includes(needed)) {
        report.warn(
          'capability_essential',
          '/capabilities',
          `"${needed}" is not listed; without it operators cannot ${needed} the Drive.`,
          `Add "${needed}".`,
        );
      }
    }
  },
};

/** `claims`: counts without its capabilities too, because the gate for regulated tenants reads it. */
const PAIRS: readonly { readonly capabilities: readonly string[]; readonly block: string; readonly claims?: true }[] = [
  { capabilities: ['config'], block: 'config_schema' },
  { capabilities: ['quota'], block: 'quota' },
  { capabilities: ['provision_widget'], block: 'install_returns' },
  { capabilities: ['phi_handling', 'audit_export'], block: 'compliance', claims: true },
];

function listsAny(listed: readonly unknown[], wanted: readonly string[]): boolean {
  for (const one of wanted) if (listed.includes(one)) return true;
  return false;
}

/** False for a block whose capability is not listed: the host hides it, so it is no part of the canonical manifest. */
export function announces(listed: unknown, block: string): boolean {
  const pair = PAIRS.find((one) => one.block === block && !one.claims);
  return pair === undefined || listsAny(list(listed), pair.capabilities);
}

/** Capabilities that belong to a block: one without the other means that the feature is silently missing. */
export const capabilityPairs: ManifestRule = {
  id: 'capability-pairs',
  clause: 'Manifest: capabilities standard values',
  shapes: ['structured'],
  doc: {
    number: 'C27',
    title: 'A capability and the block that goes with it come together.',
    cause: 'A capability is declared without its block, or a block without its capability: the host hides the feature.',
    fix: 'Add the missing half: config with config_schema, quota with quota, provision_widget with install_returns, phi_handling or audit_export with compliance.',
  },
  check(manifest, report) {
    const listed = list(manifest.capabilities);
    for (const pair of PAIRS) {
      const found = listsAny(listed, pair.capabilities);
      if (manifest[pair.block] === undefined) {
        if (!found) continue;
        for (const capability of pair.capabilities.filter((one) => listed.includes(one))) {
          report.warn(
            'capability_without_block',
            childPointer('/capabilities', listed.indexOf(capability)),
            `"${capability}" is listed, but there is no "${pair.block}" block: the feature stays off.`,
            `Add "${pair.block}" or remove "${capability}".`,
          );
        }
      } else if (!found && !pair.claims) {
        report.warn(
          'block_without_capability',
          `/${pair.block}`,
          `There is a "${pair.block}" block, but "${pair.capabilities[0]}" is not listed: the host ignores it.`,
          `Add "${pair.capabilities[0]}" to capabilities.`,
        );
      }
    }
  },
};
