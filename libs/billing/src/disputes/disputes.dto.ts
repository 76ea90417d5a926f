import { Words } from '@portal/platform/http';
export class EvidenceBody {
  @Words(10, 20_000, 'Evidence against the dispute; final for this stage') text: string;
}
