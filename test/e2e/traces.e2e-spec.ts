import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InstallView, VentureView } from '../../libs/installs/src/install/read/installs.view.js';
import { workerSettings } from '../support/config.js';
import { InstallingWorld } from '../support/drives/installing-world.js';
import { ApiProcess } from '../support/processes/api-process.js';
import { startProcess } from '../support/processes/processes.js';
import { WorkerProcess } from '../support/processes/worker-process.js';
import { until } from '../support/test-timeout.js';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** Code 2: failed. */
  status: { code: number };
  events: { name: string; attributes: { key: string; value: { stringValue?: string } }[] }[];
}
interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

describe('traces', () => {
  const spans: (SentSpan & { service: string | undefined })[] = [];
  const collector = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      for (const { resource, scopeSpans } of (JSON.parse(Buffer.concat(pieces).toString()) as Sent).resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
        for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  let place: InstallingWorld;
  let api: ApiProcess;
  let worker: WorkerProcess;

  beforeAll(async () => {
    await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
    place = await InstallingWorld.start('traced');
    const settings = {
      ...workerSettings(),
      STRIPE_API_BASE: place.sandbox.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_BSP_SCHEDULE_DELAY: '200',
    };
    worker = await WorkerProcess.start(place.listings.app.database.url, settings);
    api = await ApiProcess.start(place.listings.app.database.url, settings);
  });
  afterAll(async () => {
    await api?.stop();
    await worker?.stop();
    await place.close();
    collector.close();
  });

  it('lead from a request through its event and the job to the call of the Drive', async () => {
    const [venture] = place.ventures as [VentureView];
    await place.saveCard(venture.tenant_id, 'pm_card_visa');
    const { digest, permissions } = await place.plugin();
    const body = {
      venture_id: venture.id,
      drive_id: place.drive.driveId,
      digest,
      permissions: permissions.map((one) => one.name),
      config: { brand_name: 'Acme', tone: 'plain' },
    };
    const { status, data } = await api.call<InstallView>({
      method: 'POST',
      url: '/api/v1/operator/installs',
      as: place.operator,
      key: 'install-that-is-traced',
      body,
    });
    expect(status).toBe(202);
    await until(async () => (await place.view(data.id)).state === 'active');
    const name = 'POST /api/v1/operator/installs';
    const inTrace = () => {
      const root = spans.find((span) => span.name === name);
      return spans.filter(({ traceId }) => traceId === root?.traceId);
    };
    /** Names of the spans from this one to the request. */
    const way = (span: SentSpan | undefined): string[] =>
      span ? [span.name, ...way(inTrace().find(({ spanId }) => spanId === span.parentSpanId))] : [];
    const call = () => inTrace().find((span) => span.name === 'call drive');
    // A span is sent when it has ended, and the call ends first.
    await until(async () => way(call()).at(-1) === name && way(call()).length > 1);
    expect(way(call())).toHaveLength(3);
    expect(call()!.service).toBe('drive-portal-worker');
    expect(inTrace().find((span) => span.name === name)!.service).toBe('drive-portal-api');
    // The event stores the trace.
    const [event] = await place.listings.db.query<{ traceparent: string }>(
      `select traceparent from platform.outbox_events where payload ->> 'install_id' = $1 and traceparent is not null order by seq limit 1`,
      [data.id],
    );
    expect(event!.traceparent).toContain(call()!.traceId);
  });

  it('begin with a scheduled job of a worker too', async () => {
    const ofJob = () => spans.find(({ name }) => name === 'webhooks.send-messages');
    await until(async () => ofJob() !== undefined);
    expect([ofJob()!.service, ofJob()!.parentSpanId]).toEqual(['drive-portal-worker', undefined]);
  });

  it('say of a failed call that it failed, and why', async () => {
    const program = `const { startTracing, inSpan } = require('./dist/libs/platform/src/logging/tracing.js');
      const fails = async () => { throw new Error('no answer in time'); };
      startTracing('of-this-test').then(() => inSpan('call nobody', 'CLIENT', fails)).catch(() => setTimeout(() => {}, 1000));`;
    const { port } = collector.address() as AddressInfo;
    const env = {
      ...process.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
    startProcess(process.execPath, ['-e', program], { env, stdio: 'inherit' });
    const failed = () => spans.find(({ name }) => name === 'call nobody');
    await until(async () => failed() !== undefined);
    const why = failed()!.events[0]!.attributes.find(({ key }) => key === 'exception.message')?.value.stringValue;
    expect([failed()!.status.code, why]).toEqual([2, 'no answer in time']);
  });
});
