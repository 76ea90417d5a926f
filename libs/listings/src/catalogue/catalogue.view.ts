import { ApiProperty, IntersectionType } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { CheckCountsView } from '../conformance/conformance.view.js';
import { ListingContentView, ReleasedVersionView } from '../content/content.view.js';
import { AddressesView } from '../listing/addresses.view.js';
import { ComplianceClaimsView, PermissionView, QuotaView } from '../listing/manifest.view.js';
import { BILLING_MODELS, type BillingModel } from '../pricing/domain/price-rule.js';

export class PriceTagView {
  @ApiProperty() amount_minor: string;
  @ApiProperty() currency: string;
  @ApiProperty({ enum: ['month'] }) interval: 'month';
  @ApiProperty({ ...maybeText, description: 'The plan of the manifest that counts; null: its tier does' })
  plan: string | null;
}

/** Whether the Drive passes the checks, by the newest run. */
class ConformanceBadgeView {
  @ApiProperty({ enum: ['passing', 'failing', 'unknown'] }) state: 'passing' | 'failing' | 'unknown';
  @ApiProperty({ ...maybeInstant, description: 'Last run that passed' }) verified_at: string | null;
}

/** Two facts that together say whose a Drive is; no person sets them. */
export class VerifiedView {
  @ApiProperty({ ...instant, description: 'When its origin last answered calls signed with its key' }) at: string;
  @ApiProperty({ description: 'Where it answers' }) origin: string;
  @ApiProperty({ description: "Host of the author's website, which the origin is at or below" }) domain: string;
}

/** A card of the catalogue. */
export class CardView {
  @ApiProperty() drive_id: string;
  @ApiProperty() slug: string;
  @ApiProperty() name: string;
  @ApiProperty() tagline: string;
  @ApiProperty() author: string;
  @ApiProperty(maybeText) category: string | null;
  @ApiProperty(maybeText) motion: string | null;
  @ApiProperty({ description: 'free, or a tier of the price list' }) tier: string;
  @ApiProperty({ enum: BILLING_MODELS, description: 'Who bills for it; with author_billing we know no price' })
  billing_model: BillingModel;
  @ApiProperty({ type: PriceTagView, nullable: true, description: 'Null when there is no single amount for everyone' })
  price: PriceTagView | null;
  @ApiProperty({ description: 'The price in words' }) price_label: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty({ ...maybeInstant, description: 'When this version went live' }) updated_at: string | null;
  @ApiProperty({ type: VerifiedView, nullable: true, description: 'Null: not verified' }) verified: VerifiedView | null;
  @ApiProperty() permissions_count: number;
  @ApiProperty({ description: 'Running installs, counted every few minutes' }) installs: number;
  @ApiProperty({ type: ConformanceBadgeView }) conformance: ConformanceBadgeView;
  @ApiProperty({
    type: CheckCountsView,
    nullable: true,
    description: 'Of the newest version that was reviewed, as it was published',
  })
  checks: CheckCountsView | null;
  @ApiProperty({ ...maybeText, description: 'Of the manifest, else of the icon; #rrggbb' }) accent: string | null;
  @ApiProperty({ ...maybeText, description: 'On our own address; null without a usable icon' }) icon_url: string | null;
}

class FacetView {
  @ApiProperty() value: string;
  @ApiProperty() count: number;
}

class FacetsView {
  @ApiProperty({ type: [FacetView] }) category: FacetView[];
  @ApiProperty({ type: [FacetView] }) motion: FacetView[];
  @ApiProperty({ type: [FacetView] }) tier: FacetView[];
  @ApiProperty({ type: [FacetView], description: 'yes' }) verified: FacetView[];
}

export class CatalogueView {
  @ApiProperty({ type: [CardView] }) items: CardView[];
  @ApiProperty(maybeText) next_cursor: string | null;
  @ApiProperty({ description: 'How many there are with everything chosen' }) total: number;
  @ApiProperty({
    enum: ['all', 'words', 'similar'],
    description: 'words: they contain the words. similar: they contain similar words, as none contains the words',
  })
  match: 'all' | 'words' | 'similar';
  @ApiProperty({ type: FacetsView, description: 'What choosing each value would leave, all else as chosen' })
  facets: FacetsView;
}

class CategoryShelfView {
  @ApiProperty() category: string;
  @ApiProperty({ description: 'How many there are' }) count: number;
  @ApiProperty({ type: [CardView], description: 'The most installed three' }) items: CardView[];
}

/** The first view of the catalogue. */
export class ShelvesView {
  @ApiProperty({ description: 'How many plugins are listed' }) total: number;
  @ApiProperty({ description: 'Running installs of all of them, counted every few minutes' }) installs: number;
  @ApiProperty({ type: [CardView], description: 'The most installed six' }) popular: CardView[];
  @ApiProperty({ type: [CardView], description: 'The six that were listed last' }) newest: CardView[];
  @ApiProperty({ type: [CardView], description: 'The six with the newest versions' }) updated: CardView[];
  @ApiProperty({ type: [CategoryShelfView] }) categories: CategoryShelfView[];
}

/** The announced end of a Drive, for everybody. */
class RetirementView {
  @ApiProperty({ ...instant, description: 'No new installs from here on' }) closes_at: string;
  @ApiProperty({ ...instant, description: 'Installs end here' }) retires_at: string;
  @ApiProperty({ description: 'Whether it can still be installed' }) takes_installs: boolean;
}

/** Everything about a listed Drive that its capabilities announce. */
export class CatalogueEntryView extends IntersectionType(CardView, AddressesView) {
  @ApiProperty({ type: [CardView], description: 'The most installed three others of its author' })
  by_author: CardView[];
  @ApiProperty() description: string;
  @ApiProperty() digest: string;
  @ApiProperty({ type: [PermissionView] }) permissions: PermissionView[];
  @ApiProperty({ type: [String] }) capabilities: readonly string[];
  @ApiProperty({ type: [String] }) events_emitted: readonly string[];
  @ApiProperty({ type: [String] }) events_consumed: readonly string[];
  @ApiProperty({ type: 'object', nullable: true, additionalProperties: true })
  config_schema: Record<string, unknown> | null;
  @ApiProperty({ type: QuotaView, nullable: true }) quota: QuotaView | null;
  @ApiProperty({ type: ComplianceClaimsView, nullable: true }) compliance: ComplianceClaimsView | null;
  @ApiProperty({ type: ListingContentView, description: 'Of the author; empty before any is approved' })
  content: ListingContentView;
  @ApiProperty({ type: [ReleasedVersionView], description: 'Versions that went live, newest first, at most 50' })
  changes: ReleasedVersionView[];
  @ApiProperty(instant) listed_at: string;
  @ApiProperty({ type: RetirementView, nullable: true, description: 'Its end is announced; it is in no list any more' })
  retirement: RetirementView | null;
}
