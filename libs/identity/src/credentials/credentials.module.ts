import { Module } from '@nestjs/common';
import { AttemptLimits } from './attempt-limits.js';
import { AttemptsRepository } from './attempts.repository.js';
import { KnownPlaces } from './known-places.js';
import { Passwords } from './passwords.js';

/** Password hashing, limits on guessing passwords and codes, and known devices and networks. */
@Module({
  providers: [AttemptLimits, AttemptsRepository, KnownPlaces, Passwords],
  exports: [AttemptLimits, KnownPlaces, Passwords],
})
export class CredentialsModule {}
