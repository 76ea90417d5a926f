import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { DriveCaller } from './drive-caller.js';
import { NoteInstallUse } from './note-install-use.js';
import { NoteKeyUses } from './note-key-uses.js';
import { SigningReservations } from './signing-reservations.js';

/** Signed calls to Drives. */
@Module({
  imports: [KeysModule],
  providers: [DriveCaller, NoteInstallUse, NoteKeyUses, SigningReservations],
  exports: [DriveCaller, NoteKeyUses],
})
export class CallsModule {}
