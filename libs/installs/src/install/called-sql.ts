import { switchedOff } from '@portal/approvals';
import { INSTALL_SQL } from './domain/install-capabilities.js';

/** SQL, of an active install `i`: whether it is suspended. The set-based form of `installCondition`. */
export const IS_SUSPENDED = `(i.paused_at is not null or i.price_id is not null
    and exists (select from installs.tenants t where t.id = i.tenant_id and t.suspended_at is not null)
  or ${switchedOff('install', 'be_called', 'i.id')})`;

/** SQL, of an install `i`: whether its Drive is called. */
export const IS_CALLED = `i.state in (${INSTALL_SQL.be_called}) and not ${IS_SUSPENDED}`;

/** SQL, of an install `i`: whether events are queued for it; they wait while it is suspended. */
export const TAKES_EVENTS = `i.state in (${INSTALL_SQL.take_events}) and not ${switchedOff('install', 'take_events', 'i.id')}`;
