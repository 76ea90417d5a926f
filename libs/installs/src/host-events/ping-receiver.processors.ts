import { eventProcessor } from '@portal/platform/events';
import { InstallActivated, InstallUpgraded } from '../events.js';
import { PingReceiver } from './ping-receiver.js';

export const PING_PROCESSORS = [
  eventProcessor({
    event: InstallActivated,
    consumer: 'installs.ping-installed',
    useCase: PingReceiver,
    handle: (ping, { install_id }, context) => ping.execute(install_id, (work) => context.once(work)),
  }),
  eventProcessor({
    event: InstallUpgraded,
    consumer: 'installs.ping-upgraded',
    useCase: PingReceiver,
    handle: (ping, { install_id }, context) => ping.execute(install_id, (work) => context.once(work)),
  }),
];
