import { ListingEnded } from '@portal/listings';
import { eventProcessor } from '@portal/platform/events';
import { InstallEnded, InstallRevoked } from '../events.js';
import { ReadLastEvents } from '../polling/read-last-events.js';
import { EndInstallsOfDrive } from './end-installs-of-drive.js';
import { ProbeToken } from './probe-token.js';
import { RevokeInstall } from './revoke-install.js';

export const UNINSTALL_PROCESSORS = [
  eventProcessor(ListingEnded, 'installs.end-installs', EndInstallsOfDrive, (end, { drive_id, how, reason }) =>
    end.execute(drive_id, how, reason),
  ),
  eventProcessor(
    InstallEnded,
    'installs.revoke-install',
    RevokeInstall,
    { queue: 'drives', driveOf: (revoke, { install_id }) => revoke.driveOf(install_id) },
    (revoke, { install_id }, context) => revoke.execute(install_id, context),
  ),
  eventProcessor(
    InstallRevoked,
    'installs.probe-token',
    ProbeToken,
    { queue: 'drives', driveOf: (probe, { install_id }) => probe.driveOf(install_id) },
    (probe, { install_id }, context) => probe.execute(install_id, context),
  ),
  eventProcessor(
    InstallRevoked,
    'installs.read-last-events',
    ReadLastEvents,
    { queue: 'drives', driveOf: (read, { install_id }) => read.driveOf(install_id) },
    (read, { install_id }) => read.execute(install_id),
  ),
];
