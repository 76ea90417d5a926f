import path from 'node:path';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { ThreadPool } from '@portal/platform/jobs';
import type { CheckManifestInput, CheckManifestOutput } from './check-manifest.task.js';

/** Where the code of the threads is found, when it is not the compiled product's own (`ValidatorThread`). */
export const VALIDATOR_THREAD = Symbol('listings:validator-thread');
export interface ValidatorThread {
  readonly task: string;
}

/** Enough for the largest manifest that is read, several times over. */
const HEAP_MB = 96;
/** Longest wait for a thread, ms. */
export const WAIT_MS = 30_000;
const IDLE_MS = 15_000;

/** The threads of the public validator: it cannot starve the portal, whatever a stranger's Drive answers. */
@Injectable()
export class ValidatorThreads extends ThreadPool<CheckManifestInput, CheckManifestOutput> {
  constructor(config: Config, @Optional() @Inject(VALIDATOR_THREAD) thread?: ValidatorThread) {
    const { threads, queue, seconds } = config.validatorRuns;
    super({
      task: path.join(__dirname, 'check-manifest.task.js'),
      ...thread,
      sandboxPorts: config.sandboxDrivePorts,
      threads,
      queue,
      heapMb: HEAP_MB,
      runMs: seconds * 1_000,
      waitMs: WAIT_MS,
      idleMs: IDLE_MS,
    });
  }
}
