import { Words } from '@portal/platform/http';
export class ProposeWriteOffBody {
  @Words(3, 2000, 'Why it cannot be collected') reason: string;
}
