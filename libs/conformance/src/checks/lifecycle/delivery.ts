import { buildDeliveredEvent } from '@portal/contract';
import type { Check } from '../../check.js';
import { correct } from '../../probe/probe.js';
import { isAbsent } from '../presence.js';
import { expectSuccess } from '../public-endpoints.js';

/** C130: a signed event is accepted. It is a ping, so the Drive does nothing with it. */
export const takesEvents: Check = {
  id: 'C130',
  level: 'error',
  check: 'lifecycle',
  rule: 'receive_accepts',
  clause: 'Events 3 and 4',
  mode: 'lifecycle',
  async run(context) {
    const { mode, signer, probeTenant, now } = context.input;
    if (mode !== 'lifecycle' || !signer || !probeTenant || context.optionalPath('receive') === null) return false;
    const unsigned = await context.probe('receive', 'unsigned');
    if ('failure' in unsigned.answer || isAbsent(unsigned)) return false;
    const probe = await context.send({
      endpoint: 'receive',
      sent: 'a correctly signed event of the kind "ping"',
      recipe: correct(),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(
        buildDeliveredEvent(
          {
            id: `conformance-probe-${context.strangerKey.slice(0, 12)}`,
            kind: 'ping',
            tsMs: now(),
            payload: { tenant_id: probeTenant.tenantId },
          },
          context.contract,
        ),
      ),
    });
    const { answer, envelope } = probe;
    const politely = envelope?.ok === true && !envelope.envelope.ok;
    if (!('failure' in answer) && [400, 404, 422].includes(answer.status) && politely)
      context.reportProbe(probe, {
        level: 'warning',
        expected: 'status 200 with { ok: true, data, meta }',
        cause: `The signature is accepted, but a ping is refused with ${answer.status}: the host sends one at every install.`,
        fix: 'Answer 200 to the kind "ping" and do nothing else.',
      });
    else
      expectSuccess(context, probe, 'A correctly signed event is refused, though it is signed like every other call.');
    return true;
  },
};
