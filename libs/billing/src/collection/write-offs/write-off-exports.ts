import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ListExports } from '@portal/platform/http';
import { WriteOffsQuery } from '../../invoicing/http/lists.dto.js';
import type { WriteOffView } from '../collection.view.js';
import { WriteOffs } from './write-offs.js';

const WRITE_OFFS = [
  ...(['id', 'proposed_at', 'tenant_name', 'number', 'invoice_id', 'total_minor', 'currency', 'state'] as const),
  ...(['reason', 'proposed_by', 'decided_by', 'decided_at'] as const),
] satisfies (keyof WriteOffView)[];

/** Export of the list of write-offs. */
@Injectable()
export class WriteOffExports implements OnModuleInit {
  constructor(
    private readonly exports: ListExports,
    private readonly writeOffs: WriteOffs,
  ) {}

  onModuleInit(): void {
    this.exports.register({
      kind: 'write_offs',
      query: WriteOffsQuery,
      columns: WRITE_OFFS,
      page: (query) => this.writeOffs.list(query),
    });
  }
}
