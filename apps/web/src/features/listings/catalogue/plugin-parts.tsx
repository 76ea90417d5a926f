import type { ReactNode } from 'react';
import type { CatalogueEntryView, PluginView } from '../../../api/schema.js';
import { addressFacts } from '../../../components/drives/address-facts.js';
import { PermissionList } from '../../../components/drives/permission-list.js';
import { chargedText } from '../../../components/drives/price.js';
import { Card, NamedFacts } from '../../../components/layout/page.js';
import { Id } from '../../../components/values/values.js';
import { texts } from '../texts/catalogue.js';
import { common } from '../../../text/common.js';

/** A plugin before it is installed, as operators and as everybody sees it. */
type Shown = PluginView | CatalogueEntryView;

/** Permissions, and the events that it sends and receives. */
export function Access({ of }: { of: Shown }): ReactNode {
  return (
    <Card title={common.permissions}>
      <PermissionList permissions={of.permissions} />
      <EventKinds title={texts.plugin.sendsTheseEventsTitle} kinds={of.events_emitted} />
      <EventKinds title={texts.plugin.receivesTheseEventsTitle} kinds={of.events_consumed} />
    </Card>
  );
}

function EventKinds({ title, kinds }: { title: string; kinds: readonly string[] }): ReactNode {
  if (kinds.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <div className="row">
        {kinds.map((kind) => (
          <code key={kind}>{kind}</code>
        ))}
      </div>
    </div>
  );
}

interface PluginFactsProps {
  of: Shown;
  price: string;
  charged: boolean;
  /** Facts that only these readers see. */
  more: readonly (readonly [string, ReactNode])[];
}

export function PluginFacts({ of, price, charged, more }: PluginFactsProps): ReactNode {
  return (
    <NamedFacts
      items={[
        [common.author, of.author],
        [common.category, of.category],
        [common.price, price],
        [common.charged, charged ? chargedText(of) : null],
        [common.quota, of.quota ? quotaText(of.quota) : null],
        [common.version, of.version],
        ...more,
        ...addressFacts(of),
        [common.digest, <Id key="d" value={of.digest} what={common.digestInText} />],
      ]}
    />
  );
}

/** The quota, and the consequence above it. */
function quotaText({ unit, limit, overage_policy }: NonNullable<Shown['quota']>): string {
  const beyond = overage_policy === 'block' ? texts.quota.stopsAtTheLimit : texts.quota.billsExtraUse;
  return `${limit} ${unit}, ${beyond}`;
}
