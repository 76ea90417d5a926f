import { Module } from '@nestjs/common';
import { AttemptLimits } from './attempt-limits.js';
import { AttemptsRepository } from './attempts.repository.js';
import { Passwords } from './passwords.js';

/** Hashing passwords, and limits on guessing them and codes. */
@Module({
  providers: [AttemptLimits, AttemptsRepository, Passwords],
  exports: [AttemptLimits, Passwords],
})
export class CredentialsModule {}
