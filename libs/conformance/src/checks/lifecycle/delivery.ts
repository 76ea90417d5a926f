import { buildDeliveredEvent } from '@portal/contract';
import { checksOf } from '../../check.js';
import { errorOf, statusOf } from '../../probe/answer.js';
import { correct } from '../../probe/probe.js';
import { isAbsent } from '../presence.js';
import { expectSuccess } from '../public-endpoints.js';

const lifecycle = checksOf('lifecycle', 'lifecycle');

/** C130: a signed event is accepted. It is a ping, so the Drive does nothing with it. */
export const takesEvents = lifecycle.error('C130', 'receive_accepts', 'Events 3 and 4', async (context) => {
  const { mode, signer, probeTenant, now } = context.input;
  if (context.optionalPath('receive') === null) return context.without('receive');
  if (mode !== 'lifecycle' || !signer || !probeTenant) return false;
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
  const status = statusOf(probe);
  if ([400, 404, 422].includes(status ?? 0) && errorOf(probe) !== null)
    context.reportProbe(probe, {
      level: 'warning',
      expected: 'status 200 with { ok: true, data, meta }',
      cause: `The signature is accepted, but a ping is refused with ${status}: the host sends one at every install.`,
    });
  else expectSuccess(context, probe, 'A correctly signed event is refused, though it is signed like every other call.');
  return true;
});
