import { ListingEnded } from '@portal/listings';
import { eventProcessor } from '@portal/platform/events';
import { InstallEnded, InstallRevoked } from '../events.js';
import { ReadLastEvents } from '../polling/read-last-events.js';
import { EndInstallsOfDrive } from './end-installs-of-drive.js';
import { ProbeToken } from './probe-token.js';
import { RevokeInstall } from './revoke-install.js';

export const UNINSTALL_PROCESSORS = [
  eventProcessor({
    event: ListingEnded,
    consumer: 'installs.end-installs',
    useCase: EndInstallsOfDrive,
    handle: (end, { drive_id, how, reason }) => end.execute(drive_id, how, reason),
  }),
  eventProcessor({
    event: InstallEnded,
    consumer: 'installs.revoke-install',
    useCase: RevokeInstall,
    queue: 'drives',
    driveOf: (revoke, { install_id }) => revoke.driveOf(install_id),
    handle: (revoke, { install_id }, context) => revoke.execute(install_id, context),
  }),
  eventProcessor({
    event: InstallRevoked,
    consumer: 'installs.probe-token',
    useCase: ProbeToken,
    queue: 'drives',
    driveOf: (probe, { install_id }) => probe.driveOf(install_id),
    handle: (probe, { install_id }, context) => probe.execute(install_id, context),
  }),
  eventProcessor({
    event: InstallRevoked,
    consumer: 'installs.read-last-events',
    useCase: ReadLastEvents,
    queue: 'drives',
    driveOf: (read, { install_id }) => read.driveOf(install_id),
    handle: (read, { install_id }) => read.execute(install_id),
  }),
];
