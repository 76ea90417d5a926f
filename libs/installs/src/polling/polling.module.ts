import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { ListingsCoreModule } from '@portal/listings';
import { scheduledJob } from '@portal/platform/jobs';
import { SecretsCoreModule } from '@portal/secrets';
import { InstallHttpModule, InstallModule } from '../install/install.module.js';
import { AuthorReadingController, OperatorReadingController } from './readings.controller.js';
import { CallInstall } from './call-install.js';
import { DriveEventQueries } from './drive-event-queries.js';
import { DriveEventsRepository } from './drive-events.repository.js';
import { DriveLooks } from './drive-looks.js';
import { DrivePollsRepository } from './drive-polls.repository.js';
import { EventFeedsRepository } from './event-feeds.repository.js';
import { PurgeEvents } from './purge-events.js';
import { JudgeFeed } from './judge-feed.js';
import { PollInstalls } from './poll-installs.js';
import { ReadDrive } from './read-drive.js';
import { ReadEvents } from './read-events.js';
import { ReadInstall } from './read-install.js';
import { ReadLastEvents } from './read-last-events.js';
import { ReadableInstallsRepository } from './readable-installs.repository.js';
import { ReadingQueries } from './reading-queries.js';
import { ReadingsRepository } from './readings.repository.js';
import { RefreshInstall } from './refresh-install.js';

/** Reading events, metrics, health and billing of an install. */
@Module({
  imports: [ListingsCoreModule, SecretsCoreModule, InstallModule],
  providers: [
    CallInstall,
    DriveEventsRepository,
    EventFeedsRepository,
    JudgeFeed,
    ReadEvents,
    ReadInstall,
    ReadLastEvents,
    ReadableInstallsRepository,
    ReadingsRepository,
    RefreshInstall,
  ],
  exports: [
    EventFeedsRepository,
    ReadInstall,
    ReadLastEvents,
    ReadableInstallsRepository,
    ReadingsRepository,
    RefreshInstall,
  ],
})
class PollingModule {}

/** What is read of installs, for operators and authors, and reading one at once. */
@Module({
  imports: [AuthorsCoreModule, InstallHttpModule, PollingModule],
  controllers: [AuthorReadingController, OperatorReadingController],
  providers: [DriveEventQueries, ReadingQueries],
  exports: [DriveEventQueries],
})
export class PollingHttpModule {}

/** Installs are read Drive by Drive, and old events deleted. */
@Module({
  imports: [SecretsCoreModule, PollingModule],
  providers: [
    DriveLooks,
    DrivePollsRepository,
    PurgeEvents,
    scheduledJob('installs.purge-events', PurgeEvents),
    PollInstalls,
    scheduledJob('installs.poll-events', PollInstalls, (poll, stopping) => poll.execute('usual', stopping)),
    // Concurrent with the other one, which so ends without waiting for Drives that hang.
    scheduledJob('installs.poll-slow-drives', PollInstalls, (poll, stopping) => poll.execute('slow', stopping)),
    ReadDrive,
  ],
  exports: [PollingModule],
})
export class PollingWorkerModule {}
