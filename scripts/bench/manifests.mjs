// Structured manifests of a wanted size, the same in every run: most of the bytes are a large config form.
const KINDS = [
  (i) => ({ type: 'string', minLength: 1, maxLength: 200, default: `value ${i}` }),
  (i) => ({ type: 'integer', minimum: 0, maximum: 1000, default: i % 1000 }),
  (i) => ({ type: 'boolean', default: i % 2 === 0 }),
  () => ({ type: 'array', items: { type: 'string', enum: ['alpha', 'beta', 'gamma'] } }),
  () => ({ type: 'string', enum: ['daily', 'weekly', 'monthly'], default: 'weekly' }),
];
const field = (i, words) => ({
  ...KINDS[i % KINDS.length](i),
  title: `Setting ${i}`,
  description: `What setting ${i} changes. `.padEnd(words, 'abcdefghi '),
});
const fields = (prefix, count, words) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, field(i, words)]));

/** About 2 KB, or about 60 KB. */
export function manifest(size) {
  const large = size === '60 KB';
  const groups = Array.from({ length: large ? 24 : 0 }, (_, g) => [
    `group_${g}`,
    { type: 'object', title: `Group ${g}`, required: ['g0'], properties: fields('g', 10, 100) },
  ]);
  return {
    schema_version: 1,
    drive: {
      id: 'copy-forge',
      name: 'Copy Forge',
      tagline: 'Drafts, schedules and measures long texts for a venture',
      category: 'Content',
      motion: 'build',
      homepage: 'https://copyforge.example',
      support_url: 'https://copyforge.example/support',
      support_email: 'help@copyforge.example',
      icon_url: 'https://copyforge.example/icon.svg',
      pricing_tier: 'standard',
      version: '2.3.1',
    },
    endpoints: {
      health: '/api/platform/health',
      manifest: '/api/platform/drive/manifest',
      metrics: '/api/platform/metrics',
      events: '/api/platform/events',
      billing: '/api/platform/billing',
      install: '/api/platform/install',
      uninstall: '/api/platform/install/:id',
    },
    capabilities: ['install', 'uninstall', 'metrics', 'events', 'billing', 'config', 'quota'],
    events_emitted: ['install.created', 'install.revoked', 'content.published'],
    events_consumed: [],
    contract_version: '1.0.0',
    config_schema: {
      type: 'object',
      required: ['field_0'],
      properties: { ...fields('field_', large ? 40 : 3, large ? 100 : 40), ...Object.fromEntries(groups) },
    },
    quota: { unit: 'articles_per_month', limit: 500, overage_policy: 'block' },
    compliance: {
      frameworks: ['SOC2', 'GDPR'],
      data_classes: ['contact'],
      data_residency: ['eu-west-1', 'us-east-1'],
      subprocessors_url: 'https://copyforge.example/subprocessors',
      baa_required: false,
      encryption_at_rest: 'AES-256',
      encryption_in_transit: 'TLS 1.3',
    },
    support: {
      sla_response_business_hours: '4h',
      sla_response_off_hours: '12h',
      incident_email: 'incident@copyforge.example',
      status_page: 'https://status.copyforge.example',
    },
  };
}

/** The next version: a number of settings come, go and change. */
export function nextVersion(before) {
  const next = structuredClone(before);
  next.drive.version = '2.4.0';
  next.drive.tagline = 'Now with briefs';
  next.quota.limit = 800;
  next.events_emitted.push('brief.created');
  const { properties } = next.config_schema;
  for (const name of Object.keys(properties).slice(1, 7)) delete properties[name];
  for (let i = 0; i < 6; i += 1) properties[`new_${i}`] = { type: 'string', title: `New ${i}`, default: 'x' };
  for (const group of Object.values(properties).filter((one) => one.type === 'object')) group.properties.g1.maximum = 9;
  return next;
}
