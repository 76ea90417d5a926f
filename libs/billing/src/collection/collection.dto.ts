import { Words } from '@portal/platform/http';
export class ProposeWriteOffBody {
  @Words(3, 2000, 'Why it cannot be collected') reason: string;
}

export class ProposeHostPaymentBody {
  @Words(3, 140, 'Reference of the transfer to our bank account') reference: string;
  @Words(3, 2000, 'Where you saw it') reason: string;
}
