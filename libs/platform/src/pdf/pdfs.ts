import { createHmac } from 'node:crypto';
import path from 'node:path';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import type { Logger } from 'pino';
import { Keyring } from '../crypto/keyring.js';
import { sha256Hex } from '../crypto/sealed-box.js';
import { bypassRowSecurity } from '../database/scope/data-scope.js';
import { Transactor } from '../database/transactor.js';
import type { Tx } from '../database/transaction/tx.js';
import { ThreadError, type ThreadFailure } from '../jobs/threads/thread-error.js';
import { ThreadPool } from '../jobs/threads/thread-pool.js';
import { LOGGER } from '../logging/logger.js';
import type { PrintedDocument } from './document-pdf.task.js';
import { KeptFileEntity } from './kept-file.entity.js';

/** One at a time, which leaves a core for all other work. */
const LIMITS = { threads: 1, queue: 50, heapMb: 256, runMs: 120_000, waitMs: 30_000, idleMs: 15_000 };
const BUSY: readonly ThreadFailure[] = ['full', 'waited', 'closed'];

const DOCUMENT = path.join(__dirname, 'document-pdf.task');

/** Draws PDFs in threads, so that only their callers wait, and stores those that never change. */
@Injectable()
export class Pdfs implements OnApplicationShutdown {
  private readonly pools = new Map<string, ThreadPool<unknown, Uint8Array>>();
  /** PDFs being drawn, by the digest of their input; concurrent callers with the same input share one. */
  private readonly underWay = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly transactor: Transactor,
    private readonly keyring: Keyring,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Draws the PDF of `input` in a thread.
   * @param task path of the task's file, without its ending
   * @throws AppError `unavailable` (503) when too many wait
   */
  draw(task: string, input: unknown): Promise<Buffer> {
    return this.once(digestOf(task, input), () => this.inThread(task, input));
  }

  /** The same, drawn once: for an `input` that never changes, after checking that the caller may have it. */
  drawnOnce(task: string, input: unknown): Promise<Buffer> {
    const madeOf = digestOf(task, input);
    // The table has no owners: a caller who knows the whole input may have the file.
    return this.once(`kept ${madeOf}`, () => bypassRowSecurity(() => this.kept(madeOf, task, input)));
  }

  /** An issued document, drawn once. */
  document(printed: PrintedDocument): Promise<Buffer> {
    return this.drawnOnce(DOCUMENT, printed);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }

  private once(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const made = this.underWay.get(key) ?? make().finally(() => this.underWay.delete(key));
    this.underWay.set(key, made);
    return made;
  }

  private async inThread(task: string, input: unknown): Promise<Buffer> {
    const pool = this.pools.get(task) ?? new ThreadPool({ ...LIMITS, task: `${task}.js`, sandboxPorts: [] });
    this.pools.set(task, pool);
    try {
      return Buffer.from(await pool.run(input));
    } catch (error) {
      if (!(error instanceof ThreadError) || !BUSY.includes(error.reason)) throw error;
      throw new AppError(commonErrors.unavailable, { retryAfterMs: 5_000, cause: error });
    }
  }

  private async kept(madeOf: string, task: string, input: unknown): Promise<Buffer> {
    const files = await this.transactor.run((tx) => tx.manager.findBy(KeptFileEntity, { madeOf }));
    const own = files.find(({ seal, body }) => seal === this.seal(seal.split('.', 1)[0]!, madeOf, body));
    if (own) return own.body;
    if (files.length > 0)
      this.log.warn({ made_of: madeOf }, 'a stored file was not made by this portal; it is drawn again');
    const body = await this.inThread(task, input);
    const seal = this.seal(this.keyring.newest.kid, madeOf, body)!;
    const insert = (tx: Tx) => tx.manager.createQueryBuilder().insert().into(KeptFileEntity);
    await this.transactor.run((tx) => insert(tx).values({ madeOf, seal, body }).orIgnore().execute());
    return body;
  }

  /** Not available to those who can only write to the database. Null when the key is unknown. */
  private seal(kid: string, madeOf: string, body: Uint8Array): string | null {
    const key = this.keyring.find(kid)?.key;
    return key
      ? `${kid}.${createHmac('sha256', key).update(`kept file ${madeOf} `).update(body).digest('base64url')}`
      : null;
  }
}

const digestOf = (task: string, input: unknown): string => sha256Hex(JSON.stringify([path.basename(task), input]));
