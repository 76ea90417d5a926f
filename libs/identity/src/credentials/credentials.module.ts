import { Module } from '@nestjs/common';
import { AttemptLimits } from './attempt-limits.js';
import { AttemptsRepository } from './attempts.repository.js';
import { KnownPlaces } from './known-places.js';
import { Passwords } from './passwords.js';

/** Hashing passwords, limits on guessing them and codes, and where people are known from. */
@Module({
  providers: [AttemptLimits, AttemptsRepository, KnownPlaces, Passwords],
  exports: [AttemptLimits, KnownPlaces, Passwords],
})
export class CredentialsModule {}
