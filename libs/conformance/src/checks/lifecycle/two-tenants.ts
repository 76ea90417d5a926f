import type { JsonValue } from '@portal/contract';
import type { Check } from '../../check.js';
import { dataOf } from '../../probe/answer.js';
import { tally } from '../../probe/lifecycle.js';
import type { ProbeResult } from '../../probe/probe.js';
import type { ProbedInstall, TenantReads } from '../../probe/two-tenants.js';
import { judgesOf } from './judged.js';

const ofEvents = judgesOf('events');
const ofReads = judgesOf('endpoints');

/** Fields in which Drives write their id of an install. */
const INSTALL_MEMBERS = new Set(['install_id', 'drive_workspace_id', 'workspace_id']);

/** The install that a value mentions at any depth, by its tenant, venture or id; null when there is none. */
function namedIn(value: JsonValue | undefined, install: ProbedInstall, member = ''): string | null {
  if (typeof value === 'string') {
    if (value === install.tenantId || value === install.ventureId) return value;
    return value === install.installId && INSTALL_MEMBERS.has(member) ? value : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const members = Array.isArray(value) ? value.map((one) => [member, one] as const) : Object.entries(value);
  for (const [name, one] of members) {
    const found = name === install.tenantId || name === install.ventureId ? name : namedIn(one, install, name);
    if (found !== null) return found;
  }
  return null;
}

const otherIn = (probe: ProbeResult, other: TenantReads): string | null =>
  namedIn(dataOf(probe) ?? undefined, other.install);
/** Each of the two with the other. */
const pairs = ([first, second]: readonly [TenantReads, TenantReads]): [TenantReads, TenantReads][] => [
  [first, second],
  [second, first],
];

const events = // The contract lets the host sort a feed of all installs by its rows, so this is not an error.
  ofEvents.warning('C153', 'events_of_one_tenant', 'Authentication 9; Events', ({ twoTenants }, blame) => {
    if (!twoTenants?.every(({ events: { rows } }) => rows !== null)) return false;
    const expected = 'only events of the install whose token is in the call';
    for (const [own, other] of pairs(twoTenants)) {
      const named = otherIn(own.events.probe, other);
      if (named === null) continue;
      return blame(own.events.probe, {
        expected,
        cause: `With the token of ${own.install.tenantId} an event of another tenant comes back: it names ${named}.`,
      });
    }
    const [first, second] = twoTenants.map(({ events: { rows } }) => tally(rows!));
    const isShared =
      first!.size > 0 && first!.size === second!.size && [...first!.keys()].every((row) => second!.has(row));
    if (isShared)
      blame(twoTenants[1].events.probe, {
        expected,
        cause:
          'The tokens of two tenants get the same events: the host cannot tell whose an event is, and shows those that name nobody to no tenant.',
      });
  });

const metrics = ofReads.error(
  'C154',
  'metrics_of_one_tenant',
  'Authentication 9; Endpoints: metrics',
  ({ twoTenants }, blame) => {
    if (!twoTenants?.every((one) => dataOf(one.metrics))) return false;
    for (const [own, other] of pairs(twoTenants)) {
      const named = otherIn(own.metrics, other);
      if (named === null) continue;
      return blame(own.metrics, {
        expected: 'figures that name no other tenant',
        cause: `With the token of ${own.install.tenantId} metrics of another tenant come back: they name ${named}.`,
      });
    }
  },
);

const billing = ofReads.error(
  'C155',
  'billing_of_one_tenant',
  'Authentication 9; Endpoints: billing',
  ({ twoTenants }, blame) => {
    if (!twoTenants?.every((one) => dataOf(one.billing))) return false;
    for (const [own, other] of pairs(twoTenants)) {
      const answers = [
        ['error', own.billing, `With the token of ${own.install.tenantId} the bill of another tenant comes back`],
        ['warning', own.billingOfOther, 'A token gets the bill of whatever tenant the query names'],
      ] as const;
      for (const [level, probe, cause] of answers) {
        const named = otherIn(probe, other);
        if (named === null) continue;
        return blame(probe, {
          level,
          expected: 'the bill of the install whose token is in the call, whatever the query says, or a refusal',
          cause: `${cause}: it names ${named}.`,
        });
      }
    }
  },
);

/** C153 to C155: a token of one tenant cannot read another tenant's data. */
export const twoTenantChecks: readonly Check[] = [events, metrics, billing];
