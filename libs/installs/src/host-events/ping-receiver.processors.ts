import { eventProcessor } from '@portal/platform/events';
import { InstallActivated, InstallUpgraded } from '../events.js';
import { PingReceiver } from './ping-receiver.js';

export const PING_PROCESSORS = [
  eventProcessor(InstallActivated, 'installs.ping-installed', PingReceiver, (ping, { install_id }, context) =>
    ping.execute(install_id, (work) => context.once(work)),
  ),
  eventProcessor(InstallUpgraded, 'installs.ping-upgraded', PingReceiver, (ping, { install_id }, context) =>
    ping.execute(install_id, (work) => context.once(work)),
  ),
];
