import { defineRetention } from '@portal/platform/retention';

// Which key an install was last called with is asked of keys that are in use.
defineRetention({ table: 'secrets.install_uses', since: 'last_used_at', days: 400, business: true });
