/** Changes that turn the reference Drive's manifest into one of the flat shape; null leaves a key out. */
export const FLAT = {
  schema_version: null,
  drive: null,
  endpoints: null,
  events_emitted: null,
  events_consumed: null,
  install_returns: null,
  config_schema: null,
  quota: null,
  compliance: null,
  support: null,
  name: 'Flat now',
  description: 'The same Drive in the other shape.',
  category: 'Content',
  version: '2.0.0',
  contract_version: 'v1',
  capabilities: ['install', 'uninstall', 'metrics', 'events'],
  permissions_requested: ['venture.read', 'events.emit'],
  icon_url: 'https://drive.example.com/icon.png',
  pricing: { model: 'free', currency: 'usd', plans: [] },
};

interface Plan {
  id: string;
  price_cents: number;
  interval?: string;
}

/** The same with these plans, by the month unless specified otherwise. */
export const flatWith = (plans: Plan[], currency = 'usd'): Record<string, unknown> => ({
  ...FLAT,
  pricing: {
    model: 'subscription',
    currency,
    plans: plans.map((plan) => ({ name: plan.id, interval: 'month', ...plan })),
  },
});
