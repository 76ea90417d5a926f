import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { bypassRowSecurity } from '../database/scope/data-scope.js';
import { Database } from '../database/database.js';
import { LOGGER } from '../logging/logger.js';
import { gaugeCatalogue, gaugesSql, type GaugeRow } from './gauges.js';

/** The values are cached for this long, ms. */
const FRESH_MS = 10_000;

/** The product's metrics, as Prometheus gauges. */
@Injectable()
export class ProductGauges {
  private reading: { at: number; rows: Promise<readonly GaugeRow[]> } | undefined;

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Adds every declared gauge to `register`. A scrape reads all of them with one statement. If that fails they are
   * absent and `portal_gauges_up` is 0, because stale values would look valid.
   */
  addTo(register: Registry): void {
    const read = (): Promise<readonly GaugeRow[] | undefined> => this.read().catch(() => undefined);
    new Gauge({
      name: 'portal_gauges_up',
      help: '1 when the figures of the product could be read for this answer',
      registers: [register],
      async collect() {
        this.set((await read()) ? 1 : 0);
      },
    });
    for (const { name, help, labels } of gaugeCatalogue()) {
      new Gauge({
        name,
        help,
        registers: [register],
        labelNames: labels ? [labels.name] : [],
        async collect() {
          const rows = await read();
          this.reset();
          if (!rows && !labels) this.remove();
          if (!rows) return;
          const found = new Map(rows.filter((row) => row.name === name).map((row) => [row.label ?? '', row.value]));
          if (!labels) this.set(found.get('') ?? 0);
          else
            for (const value of labels.values ?? found.keys())
              this.set({ [labels.name]: value }, found.get(value) ?? 0);
        },
      });
    }
  }

  private read(): Promise<readonly GaugeRow[]> {
    const now = performance.now();
    if (this.reading && now - this.reading.at < FRESH_MS) return this.reading.rows;
    const rows = bypassRowSecurity(() => this.database.query<GaugeRow>(gaugesSql(gaugeCatalogue())));
    this.reading = { at: now, rows };
    rows.catch((error: unknown) => {
      this.log.warn({ err: error }, 'the gauges of the product cannot be read');
      // The next scrape tries again.
      this.reading = undefined;
    });
    return rows;
  }
}
