import { Global, Module } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { PaidInstallGate } from '../../../libs/installs/src/install/paid-install-gate.js';

const NO_CARD = { code: 'payment_method_required', status: 409, message: 'no card' };

/** Whether a tenant has a card; a test that changes it puts it back. */
export const gateAbove = { chargeable: true };

class SwitchGate extends PaidInstallGate {
  refusals(): Promise<AppError[]> {
    return Promise.resolve(gateAbove.chargeable ? [] : [new AppError(NO_CARD)]);
  }
}

/** Refuses paid installs as billing, a level above, does. */
@Global()
@Module({ providers: [{ provide: PaidInstallGate, useClass: SwitchGate }], exports: [PaidInstallGate] })
export class GateAboveModule {}
