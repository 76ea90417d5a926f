import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet, type ListResult, type DriveAsOfView, type VersionView } from '../../api/hooks.js';
import { formatUtc } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';
import { controlled } from '../../lib/use-form.js';
import { Id } from '../values/values.js';
import { ListingStatus } from './listing-status.js';
import { ListingCard } from './listing-card.js';
import { Card, NamedFacts } from '../layout/page.js';
import { PermissionList } from './permission-list.js';
import { Resource } from '../feedback/resource.js';
import { EmptyState } from '../feedback/feedback.js';
import { texts } from '../texts/drives.js';
import { common, rich } from '../../text/common.js';
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/**
 * Whether a version of the Drive was ever live, by the list of its versions; no as long as that is loading. Of a Drive
 * that never was, there is nothing as of any time, and asking is refused.
 */
export function wasLive({ data, hasNextPage }: ListResult<VersionView>): boolean {
  return hasNextPage || (data?.pages.some(({ items }) => items.some((version) => version.published_at)) ?? false);
}

/** Card, permissions, price and claims of a Drive as they were at the instant in the address, or now without one. */
export function DriveAsOf({ driveId }: { driveId: string }) {
  const [given, setGiven] = useUrlState('at');
  const at = INSTANT.test(given) ? given : '';
  const then = useGet('/api/v1/author/drives/{driveId}/as-of', {
    path: { driveId },
    query: at ? { at: `${at}Z` } : {},
  });
  return (
    <section className="stack stack-8" aria-labelledby="as-of">
      <h2 id="as-of">{texts.driveAsOf.heading}</h2>
      <div className="filters">
        <TextInput type="datetime-local" label={texts.driveAsOf.timeUtcLabel} {...controlled(at, setGiven)} />
        <Button variant="default" onClick={() => setGiven('')}>
          {common.now}
        </Button>
      </div>
      {then.error?.code === 'not_live_then' ? (
        <EmptyState>{then.error.message}</EmptyState>
      ) : (
        <Resource of={then} what={texts.driveAsOf.names.driveTime}>
          {(view) => <View view={view} />}
        </Resource>
      )}
    </section>
  );
}

function View({ view: { at, listing_status, published_at: published, entry } }: { view: DriveAsOfView }) {
  return (
    <>
      <p>
        {rich(texts.driveAsOf.atVersionLiveSince, {
          date: formatUtc(at),
          version: entry.version ?? common.withoutANumber,
          liveSince: formatUtc(published),
          listingStatus: listing_status ? <ListingStatus of={listing_status} /> : null,
        })}
      </p>
      <div className="detail-columns">
        <div className="stack">
          <ListingCard listing={entry} />
          <Card title={texts.driveAsOf.mightTitle}>
            <PermissionList permissions={entry.permissions} />
          </Card>
        </div>
        <Card title={texts.driveAsOf.priceAndClaimsTitle}>
          <NamedFacts
            items={[
              [common.price, entry.price_label],
              [common.digest, <Id key="d" value={entry.digest} what={common.digestInText} />],
              [common.capabilities, entry.capabilities.join(', ')],
              [texts.driveAsOf.viewFacts.sends, entry.events_emitted.join(', ')],
              [texts.driveAsOf.viewFacts.receives, entry.events_consumed.join(', ')],
              [common.quota, entry.quota ? `${entry.quota.limit} ${entry.quota.unit}` : null],
              ...claims(entry.compliance),
            ]}
          />
        </Card>
      </div>
    </>
  );
}

function claims(compliance: DriveAsOfView['entry']['compliance']): (readonly [string, ReactNode])[] {
  if (!compliance) return [[texts.driveAsOf.claimsAboutRegulatedData, common.none]];
  return [
    [texts.driveAsOf.frameworks, compliance.frameworks.join(', ')],
    [texts.driveAsOf.classesOfData, compliance.data_classes.join(', ')],
    [texts.driveAsOf.residency, compliance.data_residency.join(', ')],
    [
      texts.driveAsOf.businessAssociateAgreement,
      compliance.baa_required ? texts.driveAsOf.needed : texts.driveAsOf.notNeeded,
    ],
    [
      texts.driveAsOf.subprocessors,
      compliance.subprocessors_url ? <code key="s">{compliance.subprocessors_url}</code> : null,
    ],
  ];
}
