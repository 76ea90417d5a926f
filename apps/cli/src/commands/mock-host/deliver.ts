import { randomUUID } from 'node:crypto';
import type { Act } from './act.js';
import { said } from './host.js';

/** Delivers each consumed kind to `endpoints.receive`, an optional addition to the contract. */
export const deliver: Act = {
  summary: 'deliver one event of each consumed kind to endpoints.receive',
  async play({ host, teller }) {
    const { eventsConsumed } = host.manifest!;
    const receive = host.endpoints!.receive;
    if (eventsConsumed.length === 0) return void teller.tell('deliver', 'note', 'the manifest consumes no events');
    if (receive === null)
      return void teller.tell(
        'deliver',
        'note',
        `endpoints.receive is missing: ${eventsConsumed.join(', ')} cannot be delivered`,
      );
    const post = (id: string, type: string) =>
      host.call('POST', receive, {
        body: { id, type, ts: host.io.now(), payload: { tenant_id: host.tenantId, mock: true } },
      });
    for (const kind of eventsConsumed) {
      const id = `mock-event-${randomUUID()}`;
      const reply = await post(id, kind);
      const taken = reply.status >= 200 && reply.status < 300;
      teller.expect(
        `deliver ${kind}`,
        taken,
        taken ? `taken (${reply.status})` : `${said(reply)}: the host tries again for 72 hours`,
      );
      if (!taken) continue;
      const again = await post(id, kind);
      teller.expect(
        `deliver ${kind} again`,
        again.status >= 200 && again.status < 300,
        `${said(again)}: a delivery may come twice; know it by its id`,
      );
    }
    const strange = await post(`mock-event-${randomUUID()}`, 'mock.never_listed');
    const refused = strange.status >= 400 && strange.status < 500;
    teller.tell(
      'deliver unlisted kind',
      refused ? 'ok' : 'note',
      refused ? `refused: ${said(strange)}` : `${said(strange)}: better refuse a kind that you do not list`,
    );
    const unsigned = await host.call('POST', receive, {
      key: null,
      body: { id: 'x', type: eventsConsumed[0], ts: 0, payload: {} },
    });
    teller.expect(
      'deliver unsigned',
      unsigned.status === 401,
      `${said(unsigned)}${unsigned.status === 401 ? '' : ': everybody can send you events'}`,
    );
  },
};
