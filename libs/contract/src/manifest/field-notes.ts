import type { JsonValue } from '../json/types.js';
import type { ManifestShape } from './types.js';

/** What is told about one field beyond its type. */
export interface FieldNote {
  /** One plain sentence: what it means, and what its absence means where it may be left out. */
  readonly text: string;
  /** Shown where no good vector has the field. */
  readonly example?: JsonValue;
  /** What the host takes when the field is absent. */
  readonly otherwise?: JsonValue;
}

const note = (text: string, more: Omit<FieldNote, 'text'> = {}): FieldNote => ({ text, ...more });

const ROUTES: Readonly<Record<string, FieldNote>> = {
  '/routes_exposed': note('Pages of the Drive inside the host, needed by a Drive that is mounted there.', {
    example: [{ path: '/content-studio/drafts', label: 'Drafts', icon: 'pencil' }],
    otherwise: [],
  }),
  '/routes_exposed/*/path': note('Address of the page, under a namespace that the Drive owns.', {
    example: '/content-studio/drafts',
  }),
  '/routes_exposed/*/label': note('Text of the menu entry.', { example: 'Drafts' }),
  '/routes_exposed/*/icon': note('Name of the menu entry’s icon.', { example: 'pencil' }),
};

const STRUCTURED: Readonly<Record<string, FieldNote>> = {
  '/schema_version': note('Version of the manifest’s structure: the number 1, never a string.'),
  '/drive': note('Who the Drive is.'),
  '/drive/id': note('Permanent short name; installs, payouts and reservations hold on to it.'),
  '/drive/name': note('Name that operators see.'),
  '/drive/tagline': note('What the Drive does, in at most 80 characters counted as code points.'),
  '/drive/category': note('Shelf of the catalogue on which the Drive stands.'),
  '/drive/motion': note('Group of the Drive inside the platform.'),
  '/drive/homepage': note('Public address of the product; null for a Drive that lives in the host only.'),
  '/drive/support_url': note('Where the support tickets of operators go.'),
  '/drive/support_email': note(
    'Mailbox for the same purpose; only a free Drive that serves nobody regulated may leave it out.',
  ),
  '/drive/icon_url': note('Icon of 512 by 512 pixels, PNG or SVG, over https.'),
  '/drive/pricing_tier': note('Tier whose price the host sets; "custom" has no price and is not listed as it is.'),
  '/drive/version': note('The product’s own version; without it nobody is told about a new one.'),
  '/endpoints': note('Where the seven endpoints are: paths on the manifest’s own origin.'),
  '/endpoints/health': note('Public: whether the Drive lives.'),
  '/endpoints/manifest': note('Public: this manifest.'),
  '/endpoints/metrics': note('Signed: aggregated numbers.'),
  '/endpoints/events': note('Signed: the append-only event log.'),
  '/endpoints/billing': note('Signed: the billing summary of a tenant.'),
  '/endpoints/install': note('Signed: creates an install and hands out its token.'),
  '/endpoints/uninstall': note('Signed: revokes an install; ":id" stands for its identifier.'),
  '/endpoints/receive': note(
    'Signed: takes the events of events_consumed. An optional addition of v1.x; without it none are sent.',
    { example: '/api/platform/receive' },
  ),
  '/capabilities': note('What the Drive offers; the host hides what is not listed.'),
  '/permissions_requested': note(
    'What the Drive asks the operator for. Without it the host derives the list from capabilities, events and data.',
    { example: ['venture.read', 'events.emit'] },
  ),
  '/events_emitted': note('Every kind of event that the Drive emits, and no other.'),
  '/events_consumed': note('Kinds of the host’s events that the Drive wants to receive.'),
  '/contract_version': note('Version of the contract, not of the product.'),
  '/config_schema': note('JSON Schema of the settings that an operator enters. Without it there is no form.'),
  '/config_schema/type': note('The top level is an object.'),
  '/quota': note('Cap for the host’s gauges; nothing is billed by it. Without it there is no gauge.'),
  '/quota/unit': note('What is counted, with its period.'),
  '/quota/limit': note('The cap.'),
  '/quota/overage_policy': note('Above the cap: "block" answers 402, "meter" goes on and the Drive bills by itself.'),
  '/compliance': note('Claims that regulated tenants read before they connect; each must be true.'),
  '/compliance/frameworks': note('Frameworks that the Drive conforms to.', { otherwise: [] }),
  '/compliance/data_classes': note('Classes of data that it processes.', { otherwise: [] }),
  '/compliance/data_residency': note('Regions in which data is kept.', { otherwise: [] }),
  '/compliance/subprocessors_url': note('Public list of subprocessors; emit subprocessor.updated when it changes.'),
  '/compliance/baa_required': note('Whether a tenant needs a business-associate agreement on file.', {
    otherwise: false,
  }),
  '/compliance/encryption_at_rest': note('How stored data is encrypted.'),
  '/compliance/encryption_in_transit': note('How data on the wire is encrypted.'),
  '/support': note('Information for operators; it changes nothing in the host.'),
  '/support/sla_response_business_hours': note('Time to a first answer in business hours.'),
  '/support/sla_response_off_hours': note('Time to a first answer outside of them.'),
  '/support/incident_email': note('Mailbox for incidents.'),
  '/support/status_page': note('Address of the status page.'),
  '/install_returns': note('For a Drive that hands out something to embed. Without it nothing is embedded.'),
  '/install_returns/type': note('Usually scoped_widget_token.'),
  '/install_returns/token_prefix': note('Beginning of every token.'),
  '/install_returns/embed_snippet': note('Markup to embed; {{scoped_token}} stands for the token.'),
  '/install_returns/host_origin': note('Origin from which the embed loads.'),
  ...ROUTES,
};

const FLAT: Readonly<Record<string, FieldNote>> = {
  '/name': note('Name that operators see.'),
  '/description': note('What the Drive does; its beginning is the tagline of the card.'),
  '/category': note('Shelf of the catalogue.'),
  '/version': note('The product’s own version; raise it on each publish.'),
  '/contract_version': note('Version of the contract, not of the product.'),
  '/capabilities': note('What the Drive offers; the host hides what is not listed.'),
  '/permissions_requested': note('What the Drive asks the operator for.'),
  '/icon_url': note('Icon of 512 by 512 pixels, PNG or SVG, over https.'),
  '/pricing': note('What the Drive costs. Without it the host knows no price.'),
  '/pricing/model': note('How is paid, for example subscription.'),
  '/pricing/currency': note('Currency code in lower case.'),
  '/pricing/plans': note('The plans.'),
  '/pricing/plans/*/id': note('Name of the plan for machines, unlike all others.'),
  '/pricing/plans/*/name': note('Name of the plan for people.'),
  '/pricing/plans/*/price_cents': note('Price of one interval in minor units: 4900 for 49.00.'),
  '/pricing/plans/*/interval': note('How often it is due, for example month.'),
  ...ROUTES,
};

/** Notes on every field of a shape, by JSON pointer with `*` for an element; the JSON Schema carries them. */
export function fieldNotes(shape: ManifestShape): Readonly<Record<string, FieldNote>> {
  return shape === 'structured' ? STRUCTURED : FLAT;
}
