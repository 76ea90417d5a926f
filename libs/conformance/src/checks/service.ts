import { parseUrl } from '@portal/contract';
import { checksOf, NOTHING_TO_CHECK, type Check } from '../check.js';
import type { CheckContext } from '../probe/context.js';
import { dataOf } from '../probe/answer.js';
import { receivedText } from '../probe/received.js';
import { reproduceLine } from '../signing/reproduce.js';
import type { TransportResponse } from '../probe/transport.js';
import { isLate, SLOW_MS } from './cold-start.js';

const endpoints = checksOf('endpoints', 'public');

const ICON_SIDE = 512;

const slowAnswers = endpoints.warning('C77', 'slow_answer', 'What the service does 2', async (context) => {
  const { late } = context;
  // A response that was late only because the Drive was asleep is reported as that.
  const asleep = late && !isLate(late.again) ? 1 : 0;
  const timed = context.sent.filter(({ status }, i) => status !== null && i >= asleep);
  const slow = timed.filter(({ ms }) => (ms ?? 0) > SLOW_MS);
  if (timed.length === 0) return false;
  if (slow.length === 0) return true;
  const worst = slow.reduce((a, b) => (b.ms! > a.ms! ? b : a));
  context.report({
    endpoint: `${worst.method} ${worst.path}`,
    sent: worst.sent,
    expected: `an answer within ${SLOW_MS} ms`,
    received: `an answer after ${worst.ms} ms`,
    cause: `${slow.length} of ${timed.length} answers took longer than ${SLOW_MS} ms.`,
  });
  return true;
});

const healthData = endpoints.info('C78', 'health_data', 'Other data shapes: health', async (context) => {
  if (!context.mayCall('health')) return false;
  const probe = await context.probe('health', 'unsigned');
  const data = dataOf(probe);
  if (!data) return false;
  const good = typeof data.status === 'string' && isUptime(data.uptime_s);
  if (!good)
    context.reportProbe(probe, {
      expected: '{ status: <text>, uptime_s: <whole seconds> }',
      cause: 'Health does not report status and uptime as the reference Drive does; the host cannot show them.',
    });
  return true;
});

const isUptime = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** The icon's bytes, if it can be fetched; a URL that this run cannot reach is not the Drive's fault. */
async function fetchIcon(context: CheckContext, url: string): Promise<TransportResponse | undefined> {
  const answer = await context.request({ method: 'GET', url, headers: { accept: 'image/*' } }, 'the icon is fetched');
  return 'failure' in answer || answer.status !== 200 ? undefined : answer;
}

const icon = endpoints.warning('C79', 'icon_image', 'Limits: icon', async (context) => {
  const url = context.document?.manifest?.iconUrl;
  if (url === null) return NOTHING_TO_CHECK;
  if (!url || !parseUrl(url)) return false;
  const answer = await fetchIcon(context, url);
  if (!answer) return false;
  const problem = iconProblem(Buffer.from(answer.body));
  if (problem)
    context.report({
      pointer: context.document!.manifest!.shape === 'structured' ? '/drive/icon_url' : '/icon_url',
      expected: `a PNG of ${ICON_SIDE} by ${ICON_SIDE}, or an SVG without scripts`,
      received: receivedText(answer).slice(0, 120),
      ...problem,
      reproduce: reproduceLine('GET', url, { kind: 'none' }),
    });
  return true;
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function iconProblem(bytes: Buffer): { cause: string; fix: string } | null {
  if (bytes.subarray(0, 8).equals(PNG) && bytes.length >= 24) {
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    return width === ICON_SIDE && height === ICON_SIDE
      ? null
      : { cause: `The icon is a PNG of ${width} by ${height}.`, fix: `Serve it at ${ICON_SIDE} by ${ICON_SIDE}.` };
  }
  const text = bytes.subarray(0, 200_000).toString('utf8');
  if (!/<svg[\s>]/i.test(text))
    return { cause: 'What answers at icon_url is neither a PNG nor an SVG.', fix: 'Serve the image itself there.' };
  return /<script|\son\w+\s*=|javascript:|<foreignObject/i.test(text)
    ? { cause: 'The SVG holds a script or an event handler.', fix: 'Export it as plain shapes.' }
    : null;
}

/** Quality of service. */
export const serviceChecks: readonly Check[] = [slowAnswers, healthData, icon];
