import { at, inGroup, type Draft, type Switch } from './switch.js';

const block = (manifest: Draft, name: string): Draft => manifest[name] as Draft;
const list = (manifest: Draft, name: string): string[] => manifest[name] as string[];
const make = inGroup('manifest');
type Named = [name: string, title: string, breaks: string];
/** Gives a key of the manifest another value, in both shapes. */
const member = (named: Named, key: string, value: (manifest: Draft) => unknown): Switch =>
  make(...named, { manifest: (manifest) => void (manifest[key] = value(manifest)) });
/** The same in the structured shape alone. */
const structured = (named: Named, key: string, value: (manifest: Draft) => unknown): Switch => ({
  ...member(named, key, value),
  shape: 'b',
});
/** Puts another value into the identity block of the structured shape; undefined takes the key away. */
const identity = (named: Named, key: string, value: (manifest: Draft) => unknown): Switch =>
  structured(named, 'drive', (manifest) => {
    const { [key]: _before, ...others } = block(manifest, 'drive');
    const now = value(manifest);
    return now === undefined ? others : { ...others, [key]: now };
  });
const served = (named: Named, answer: NonNullable<Switch['answer']>): Switch => make(...named, at('manifest', answer));

/** Faults of the document itself. */
export function manifestSwitches(): Switch[] {
  let reads = 0;
  return [
    served(['manifest-gated', 'The manifest asks for a signature', 'C02'], () => ({
      status: 401,
      body: { ok: false, error: 'missing_signature_headers' },
    })),
    served(['manifest-plain-text', 'The manifest is sent as text/plain', 'C03'], (answer) => ({
      ...answer,
      type: 'text/plain',
    })),
    served(['manifest-broken-json', 'The manifest is cut off in the middle', 'C04'], () => ({
      status: 200,
      body: '{"ok":true,"data":{',
      type: 'application/json',
    })),
    served(['manifest-bare', 'The manifest comes without its envelope', 'C05 C41'], (answer) => ({
      ...answer,
      body: (answer.body as { data: object }).data,
    })),
    make('manifest-mixed-shape', 'The manifest mixes both shapes', 'C06', {
      shape: 'b',
      manifest: (manifest) => void Object.assign(manifest, { name: 'Quill', category: 'Content' }),
    }),
    identity(
      ['manifest-changes', 'Every reading of the manifest gives another one', 'C41'],
      'tagline',
      () => `A tagline that was read ${(reads += 1)} times`,
    ),
    structured(['schema-version-text', 'schema_version is text', 'C10'], 'schema_version', () => '1'),
    identity(['id-upper-case', 'drive.id is in upper case', 'C12'], 'id', () => 'QUILL'),
    identity(['tagline-too-long', 'The tagline has 81 characters', 'C14'], 'tagline', () => 'x'.repeat(81)),
    identity(['category-wrong-case', 'The category is in lower case', 'C15'], 'category', () => 'content'),
    identity(['motion-unknown', 'The motion is none of the three', 'C16'], 'motion', () => 'run'),
    identity(['homepage-missing', 'homepage is left out instead of null', 'C17'], 'homepage', () => undefined),
    identity(['tier-unknown', 'pricing_tier is "gold"', 'C21'], 'pricing_tier', () => 'gold'),
    identity(['version-number', 'The product version is a number', 'C23'], 'version', () => 1),
    member(
      ['contract-version-other', 'contract_version is spelled as the other shape does', 'C24'],
      'contract_version',
      ({ contract_version: version }) => (version === 'v1' ? '1.0.0' : 'v1'),
    ),
    structured(['endpoint-full-address', 'An endpoint is a full address', 'C25'], 'endpoints', (manifest) => ({
      ...block(manifest, 'endpoints'),
      metrics: 'https://drive.example/metrics',
    })),
    structured(
      ['capability-without-block', 'A capability is listed without its block', 'C27'],
      'capabilities',
      (manifest) => [...list(manifest, 'capabilities'), 'audit_export'],
    ),
    member(['permissions-text', 'permissions_requested is text', 'C28'], 'permissions_requested', () => 'all'),
    structured(['kind-upper-case', 'An event kind is in upper case', 'C29'], 'events_emitted', (manifest) => [
      ...list(manifest, 'events_emitted'),
      'Draft.Lost',
    ]),
    structured(['config-form-list', 'The config form is a list, not an object', 'C32'], 'config_schema', () => ({
      type: 'array',
    })),
    structured(['quota-without-limit', 'The quota has no limit', 'C33'], 'quota', () => ({
      unit: 'drafts_per_month',
      overage_policy: 'block',
    })),
    member(['unknown-field', 'The manifest has a field that nobody knows', 'C38'], 'colour', () => 'green'),
    identity(
      ['provider-named', 'The tagline names a model provider', 'C112'],
      'tagline',
      () => 'Drafts by GPT-5 in seconds',
    ),
    structured(['asks-for-password', 'The config form asks for a password', 'C113'], 'config_schema', (manifest) => {
      const schema = block(manifest, 'config_schema');
      const crm_password = { type: 'string', title: 'Password of your CRM' };
      return { ...schema, properties: { ...block(schema, 'properties'), crm_password } };
    }),
    member(['route-of-the-host', 'A route collides with one of the host', 'C115'], 'routes_exposed', () => [
      { path: '/settings', label: 'Settings', icon: 'cog' },
    ]),
  ];
}
