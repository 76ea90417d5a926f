import { buildDeliveredEvent, contractMajor, deliveredKinds } from '@portal/contract';
import { randomUUID } from 'node:crypto';
import type { Act } from './act.js';
import { outcome } from './host.js';

/** Delivers each consumed kind to `endpoints.receive`, an optional addition to the contract. */
export const deliver: Act = {
  summary: 'deliver one event of each consumed kind to endpoints.receive',
  async run({ host, reporter }) {
    const { eventsConsumed } = host.manifest!;
    const receive = host.endpoints!.receive;
    if (eventsConsumed.length === 0) return reporter.note('deliver', 'the manifest consumes no events');
    if (receive === null)
      return reporter.note(
        'deliver',
        `endpoints.receive is not set, so ${eventsConsumed.join(', ')} cannot be delivered`,
      );
    const kinds = deliveredKinds(host.manifest!);
    const withheld = eventsConsumed.filter((kind) => !kinds.includes(kind));
    if (withheld.length > 0)
      reporter.fail(
        'deliver',
        `permissions_requested lists no events.receive, so the host never sends ${withheld.join(', ')}`,
      );
    if (kinds.length === 0) return;
    const post = (id: string, kind: string) =>
      host.call('POST', receive, {
        body: buildDeliveredEvent(
          { id, kind, tsMs: host.io.now(), payload: { tenant_id: host.tenantId, mock: true } },
          contractMajor(host.manifest!),
        ),
      });
    for (const kind of kinds) {
      const id = `mock-event-${randomUUID()}`;
      const reply = await post(id, kind);
      const taken = reply.status >= 200 && reply.status < 300;
      reporter.expect(
        `deliver ${kind}`,
        taken,
        taken ? `accepted (${reply.status})` : `${outcome(reply)}: the host retries for 72 hours`,
      );
      if (!taken) continue;
      const again = await post(id, kind);
      reporter.expect(
        `deliver ${kind} again`,
        again.status >= 200 && again.status < 300,
        `${outcome(again)}: a delivery may arrive twice; recognise it by its id`,
      );
    }
    const strange = await post(`mock-event-${randomUUID()}`, 'mock.never_listed');
    const refused = strange.status >= 400 && strange.status < 500;
    reporter.report(
      'deliver unlisted kind',
      refused ? 'ok' : 'note',
      refused ? `refused: ${outcome(strange)}` : `${outcome(strange)}: you should refuse kinds that you do not list`,
    );
    const unsigned = await host.call('POST', receive, {
      key: null,
      body: { id: 'x', type: kinds[0], ts: 0, payload: {} },
    });
    reporter.refused('deliver unsigned', unsigned, 'anyone can send you events');
  },
};
