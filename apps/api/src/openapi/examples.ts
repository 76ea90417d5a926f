import { createHash } from 'node:crypto';

type Schema = Record<string, unknown>;
type Schemas = Readonly<Record<string, Schema>>;

const digits = (name: string, count: number): string => createHash('sha256').update(name).digest('hex').slice(0, count);
const uuid = (name: string) => digits(name, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-7$3-a$4-$5');
const id = (prefix: string) => (name: string) => `${prefix}_${digits(name, 16)}`;

type Value = string | ((name: string) => string);

/** Texts by the name of their field; the first that fits. */
const TEXTS: readonly (readonly [name: RegExp, value: Value])[] = [
  [/^(from|to)_minor$|(before|left|opening)_minor$/, '0'],
  [/(tax|fee)_minor$/, '1900'],
  [/_minor$|^minor$/, '11900'],
  [/currency_revision$|^revision$/, (name) => digits(name, 16)],
  [/currency$|^currencies$/, 'usd'],
  [/exchange_rate$/, '0.9213'],
  [/percentage$/, '12.5'],
  [/^external_id$|^tenant(_external_id)?$/, 'tenant-0042'],
  [/^venture(_external_id)?$/, 'venture-0007'],
  [/^transfer_id$|^transfers$/, id('tr')],
  [/^bank_payout_id$/, id('po')],
  [/^payment_intent_id$/, id('pi')],
  [/^provider_dispute_id$/, id('dp')],
  [/^provider_refund_id$/, id('re')],
  [/^payment_method$/, 'pm_card_visa'],
  [/^customer$/, 'cus_TuvW3xYz'],
  [/^page_id$/, 'cs_test_a1b2c3d4e5f6'],
  [/^check_id$|^check$/, 'C14'],
  [/^(tax|vat)_id$/, 'DE123456789'],
  [/^tax_id_type$/, 'eu_vat'],
  [/^scope_id$|^id$|_id$|^lease$|^up_to$/, uuid],
  [/^known_head$/, (name) => `4711:${digits(name, 64)}`],
  [/digest|sha256|hash|root$|^head$|^previous$|fingerprint/, (name) => digits(name, 64)],
  [/^day$|_on$|_date$/, '2026-11-03'],
  [/month$/, '2026-11'],
  [/^(now|created|submitted|requested|prepared|started|uploaded|at|since|filed)(_at)?$/, '2026-11-02T09:30:00.000Z'],
  [
    /_(until|to)$|(ends|expires|closes|retires|kept|due|next_attempt|next|sign)_(at|until)$/,
    '2027-03-01T00:00:00.000Z',
  ],
  [/_at$|_from$|not_before$|waiting_since$/, '2026-11-03T14:05:00.000Z'],
  [/email$|^security_contact$|^contact$|^recipient$/, 'ada@acme.example'],
  [/^manifest(_url)?$/, 'https://drive.acme.example/api/platform/drive/manifest'],
  [/icon_url$/, 'https://drive.acme.example/icon.png'],
  [/^repository$|^github$/, 'https://github.com/acme/crm-sync'],
  [
    /url$|^website$|^homepage$|^uri$|permalink$|^endpoint$/,
    (name) => `https://acme.example/${name.replace(/_url$/, '').replaceAll('_', '-')}`,
  ],
  [/^(live|page|path)$/, (name) => `/${name}`],
  [/slug$|^drive$/, 'crm-sync'],
  [/^snippet$/, '<script src="https://embed.acme.example/w.js" data-token="{{scoped_token}}" async></script>'],
  [/^host_origin$/, 'https://embed.acme.example'],
  [/^token_prefix$/, 'crm_'],
  [/^accent_color$/, '#1f6f5c'],
  [/pointer$/, '/pricing/tier'],
  [/^otpauth/, 'otpauth://totp/Drive%20Portal:ada%40acme.example'],
  [/^(password|current_password)$/, 'correct horse battery staple'],
  [/^(token|secret|challenge)$/, (name) => digits(name, 43)],
  [/recovery_code|^codes$/, 'k7xq-m2pd-9wra'],
  [/^code$/, 'other'],
  [/^claim$/, 'soc2'],
  [/^from$/, 'listed'],
  [/^to$/, 'paused'],
  [/^invoice_number$|^number$/, 'INV-2026-11-000042'],
  [/credit_note_number$/, 'CN-2026-11-000007'],
  [/version$/, '1.4.0'],
  [/^country$|_countries$/, 'DE'],
  [/^region$/, 'BE'],
  [/^residency$|^data_residency$/, 'eu'],
  [/^city$/, 'Berlin'],
  [/^postal_code$/, '10115'],
  [/^(line1|address)$/, 'Torstraße 1'],
  [/^file_name$/, 'soc2-report.pdf'],
  [/^category$/, 'Productivity'],
  [/^(tier|pricing)$/, 'standard'],
  [/^motion$/, 'build'],
  [/^audience$/, 'open_market'],
  [/^state$|_state$/, 'active'],
  [/^kind$/, 'update'],
  [/^decision$/, 'approve'],
  [/^reason_code$/, 'other'],
  [/^action$/, 'listing.published'],
  [/^(subject|source)_type$/, 'listing'],
  [/^actor_role$/, 'reviewer'],
  [/^account$/, 'platform_revenue'],
  [/^consumer$/, 'billing.open-segment'],
  [/^job$/, 'webhooks.send-messages'],
  [/^shape$/, 'structured'],
  [/^method$/, 'GET'],
  [/^prefix$/, 'dpt_8f3a'],
  [/^plan$/, 'team'],
  [/^price_label$/, 'USD 119.00 a month'],
  [/^self_billing_number$/, 'SB-2026-11-000003'],
  [/^encryption_at_rest$/, 'AES-256'],
  [/^encryption_in_transit$/, 'TLS 1.3'],
  [/^(legal_name|company_name|org_name|author_name|author)$/, 'Acme GmbH'],
  [/^tenant_name$/, 'Globex'],
  [/^venture_name$|^confirm(_name)?$/, 'Globex Europe'],
  [/drive_name$|^name$|^listing_name$/, 'CRM Sync'],
  [/_name$|_by$|^by$|^actor$|^writer$|^person$|^holder$|signed_name/, 'Ada Lovelace'],
  [/^brand$/, 'visa'],
  [/^last4$/, '4242'],
  [/^ip$/, '203.0.113.7'],
  [/^user_agent$/, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'],
  [/permission|scopes$|capabilities/, 'contacts.read'],
  [/^data_class(es)?$/, 'contact'],
  [/^frameworks$/, 'gdpr'],
  [/^(type|event_type)$|^events_/, 'contact.created'],
  [/^cron$/, '0 3 * * *'],
  [/cursor$/, (name) => Buffer.from(name).toString('base64url')],
  [
    /^(reason|note|text|message|description|tagline|summary|sentence|problem|title)$|reason$|_text$|_note$|_notes$/,
    'Reads and writes contacts of the connected workspace.',
  ],
  [/seconds$/, '86400'],
  [/ledger_tx$|^tx_id$/, uuid],
];

/** Numbers by the name of their field; any other is a small one of its own. */
const NUMBERS: readonly (readonly [name: RegExp, value: number])[] = [
  [/basis_points|_bps$/, 7000],
  [/_ms$|^ms$/, 1500],
  [/^status$/, 200],
  [/^exp_year$/, 2029],
  [/^exp_month$/, 6],
  [/bytes$/, 48_213],
  [/days$/, 30],
  [/months$/, 3],
  [/^port$/, 443],
];

function textOf(name: string, { minLength = 0 }: Schema): string {
  const value = TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? humanized(name);
  const text = typeof value === 'string' ? value : value(name);
  const times = Math.ceil((minLength as number) / (text.length + 1));
  return Array.from({ length: Math.max(1, times) }, () => text).join(' ');
}

function humanized(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function numberOf(name: string, { minimum = 0, maximum = Infinity }: Schema): number {
  const value = NUMBERS.find(([pattern]) => pattern.test(name))?.[1] ?? 1 + (parseInt(digits(name, 4), 16) % 20);
  return Math.min(Math.max(value, minimum as number), maximum as number);
}

/** An example of a text or number, by the field's name: the same in every run. */
function leafExample(name: string, schema: Schema): unknown {
  switch ([schema['type']].flat()[0]) {
    case 'string':
      return schema['format'] === 'uuid'
        ? uuid(name)
        : schema['format'] === 'date-time'
          ? instantOf(name)
          : textOf(name, schema);
    case 'number':
    case 'integer':
      return numberOf(name, schema);
    default:
      return undefined;
  }
}

function instantOf(name: string): string {
  const text = textOf(name, {});
  return /^\d{4}-\d\d-\d\dT/.test(text) ? text : '2026-11-03T14:05:00.000Z';
}

/** Gives each text and number of the schemas an example, where neither an enum nor its decorator has one. */
export function addExamples(schemas: Schemas): void {
  for (const schema of Object.values(schemas))
    for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)) {
      const leaf = [property['type']].flat().includes('array') ? (property['items'] as Schema) : property;
      const example = leafExample(name, leaf);
      if (example !== undefined && leaf['enum'] === undefined) leaf['examples'] ??= [example];
    }
}

/**
 * A value for a request body: its required fields, those that a decorator gives an example, and, where that leaves
 * nothing but the expected revision, the first field that may be left out.
 */
export function requestExample(schema: Schema, schemas: Schemas, name = ''): unknown {
  if (typeof schema['$ref'] === 'string')
    return requestExample(schemas[schema['$ref'].replace('#/components/schemas/', '')]!, schemas, name);
  if (Array.isArray(schema['examples'])) return schema['examples'][0];
  if (schema['default'] !== undefined) return schema['default'];
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[]).find((value) => value !== '');
  const [any] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Schema[];
  if (any) return requestExample(any, schemas, name);
  switch ([schema['type']].flat()[0]) {
    case 'array':
      return [requestExample(schema['items'] as Schema, schemas, name)];
    case 'boolean':
      return true;
    case 'object':
      return objectExample(schema, schemas);
    default:
      return leafExample(name, schema);
  }
}

function objectExample(schema: Schema, schemas: Schemas): Record<string, unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const required = (schema['required'] ?? []) as string[];
  const chosen = properties.filter(([name, property]) => required.includes(name) || property['examples'] !== undefined);
  const hasExample = chosen.some(([name]) => name !== 'revision');
  const shown = hasExample ? chosen : [...properties.slice(0, 1), ...chosen];
  return Object.fromEntries(shown.map(([name, property]) => [name, requestExample(property, schemas, name)]));
}
