import { inGroup, type Draft, type Switch } from './switch.js';

const block = (manifest: Draft, name: string): Draft => manifest[name] as Draft;
const make = inGroup('manifest');
/** Puts another value into the identity block of the structured shape; undefined takes the key away. */
const identity = (name: string, title: string, breaks: string, key: string, value: unknown): Switch =>
  make(name, title, breaks, {
    shape: 'b',
    manifest: (manifest) => {
      if (value === undefined) delete block(manifest, 'drive')[key];
      else block(manifest, 'drive')[key] = value;
    },
  });
const served = (name: string, title: string, breaks: string, answer: NonNullable<Switch['answer']>): Switch =>
  make(name, title, breaks, {
    answer: (given, incoming) => (incoming.endpoint === 'manifest' ? answer(given, incoming) : given),
  });

/** Faults of the document itself. */
export function manifestSwitches(): Switch[] {
  let reads = 0;
  return [
    served('manifest-gated', 'The manifest asks for a signature', 'C02', () => ({
      status: 401,
      body: { ok: false, error: 'missing_signature_headers' },
    })),
    served('manifest-plain-text', 'The manifest is sent as text/plain', 'C03', (answer) => ({
      ...answer,
      type: 'text/plain',
    })),
    served('manifest-broken-json', 'The manifest is cut off in the middle', 'C04', () => ({
      status: 200,
      body: '{"ok":true,"data":{',
      type: 'application/json',
    })),
    served('manifest-bare', 'The manifest comes without its envelope', 'C05 C41', (answer) => ({
      ...answer,
      body: (answer.body as { data: object }).data,
    })),
    make('manifest-mixed-shape', 'The manifest mixes both shapes', 'C06', {
      shape: 'b',
      manifest: (manifest) => void Object.assign(manifest, { name: 'Quill', category: 'Content' }),
    }),
    make('manifest-changes', 'Every reading of the manifest gives another one', 'C41', {
      shape: 'b',
      manifest: (manifest) =>
        void (block(manifest, 'drive')['tagline'] = `A tagline that was read ${(reads += 1)} times`),
    }),
    make('schema-version-text', 'schema_version is text', 'C10', {
      shape: 'b',
      manifest: (manifest) => void (manifest['schema_version'] = '1'),
    }),
    identity('id-upper-case', 'drive.id is in upper case', 'C12', 'id', 'QUILL'),
    identity('tagline-too-long', 'The tagline has 81 characters', 'C14', 'tagline', 'x'.repeat(81)),
    identity('category-wrong-case', 'The category is in lower case', 'C15', 'category', 'content'),
    identity('motion-unknown', 'The motion is none of the three', 'C16', 'motion', 'run'),
    identity('homepage-missing', 'homepage is left out instead of null', 'C17', 'homepage', undefined),
    identity('tier-unknown', 'pricing_tier is "gold"', 'C21', 'pricing_tier', 'gold'),
    identity('version-number', 'The product version is a number', 'C23', 'version', 1),
    make('contract-version-other', 'contract_version is spelled as the other shape does', 'C24', {
      manifest: (manifest) =>
        void (manifest['contract_version'] = manifest['contract_version'] === 'v1' ? '1.0.0' : 'v1'),
    }),
    make('endpoint-full-address', 'An endpoint is a full address', 'C25', {
      shape: 'b',
      manifest: (manifest) =>
        void (manifest['endpoints'] = { ...block(manifest, 'endpoints'), metrics: 'https://drive.example/metrics' }),
    }),
    make('capability-without-block', 'A capability is listed without its block', 'C27', {
      shape: 'b',
      manifest: (manifest) =>
        void (manifest['capabilities'] = [...(manifest['capabilities'] as string[]), 'audit_export']),
    }),
    make('permissions-text', 'permissions_requested is text', 'C28', {
      manifest: (manifest) => void (manifest['permissions_requested'] = 'all'),
    }),
    make('kind-upper-case', 'An event kind is in upper case', 'C29', {
      shape: 'b',
      manifest: (manifest) =>
        void (manifest['events_emitted'] = [...(manifest['events_emitted'] as string[]), 'Draft.Lost']),
    }),
    make('config-form-list', 'The config form is a list, not an object', 'C32', {
      shape: 'b',
      manifest: (manifest) => void (manifest['config_schema'] = { type: 'array' }),
    }),
    make('quota-without-limit', 'The quota has no limit', 'C33', {
      shape: 'b',
      manifest: (manifest) => void (manifest['quota'] = { unit: 'drafts_per_month', overage_policy: 'block' }),
    }),
    make('unknown-field', 'The manifest has a field that nobody knows', 'C38', {
      manifest: (manifest) => void (manifest['colour'] = 'green'),
    }),
    identity('provider-named', 'The tagline names a model provider', 'C112', 'tagline', 'Drafts by GPT-5 in seconds'),
    make('asks-for-password', 'The config form asks for a password', 'C113', {
      shape: 'b',
      manifest: (manifest) => {
        const schema = block(manifest, 'config_schema');
        manifest['config_schema'] = {
          ...schema,
          properties: {
            ...block(schema, 'properties'),
            crm_password: { type: 'string', title: 'Password of your CRM' },
          },
        };
      },
    }),
    make('route-of-the-host', 'A route collides with one of the host', 'C115', {
      manifest: (manifest) =>
        void (manifest['routes_exposed'] = [{ path: '/settings', label: 'Settings', icon: 'cog' }]),
    }),
  ];
}
