import { Injectable } from '@nestjs/common';
import { utcDay } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import { ComplianceMailer } from '../compliance/compliance-mailer.js';

/** Lines of a difference that a mail names; the page shows all. */
const NAMED = 20;

interface Row {
  tenant_id: string;
  tenant_name: string;
  drive_id: string;
  org_id: string | null;
  install_id: string | null;
  name: string;
  object_until: Date;
  objected_by_name: string | null;
  objection: string | null;
  added: string[] | null;
  removed: string[] | null;
}

/** Notifies operators and admins of a change of subprocessors, and the author and admins of an objection. */
@Injectable()
export class MailSubprocessorNotice {
  constructor(
    private readonly database: Database,
    private readonly mailer: ComplianceMailer,
  ) {}

  /** `once` runs its work in a transaction of its own, exactly once per event. */
  async execute(what: 'opened' | 'objected', noticeId: string, once: Once): Promise<void> {
    const [row] = await this.database.query<Row>(
      `select n.tenant_id, t.name as tenant_name, n.drive_id, n.org_id, d.name, n.object_until, n.objected_by_name, n.objection, c.added, c.removed,
         (select i.id from installs.installs i where i.tenant_id = n.tenant_id and i.drive_id = n.drive_id and i.state = 'active' order by i.id limit 1) as install_id
       from installs.subprocessor_notices n join installs.tenants t on t.id = n.tenant_id join listings.listings d on d.drive_id = n.drive_id
         join listings.subprocessor_changes c on c.id = n.change_id where n.id = $1`,
      [noticeId],
    );
    if (!row) return;
    const readers = await this.mailer.readers([row.tenant_id], row.org_id);
    await once((tx) => this.mailer.send(tx, readers, what === 'opened' ? opened(row) : objected(row)));
  }
}

type Mail = Parameters<ComplianceMailer['send']>[2];

function opened(row: Row): Mail {
  const until = utcDay(row.object_until);
  const text = [
    `${row.name} changed its list of subprocessors.`,
    differenceText(row),
    `Until ${until} (UTC) you can object on the page of the install; the author and the platform read your reason. If you do not agree, uninstall it: its bill ends at that instant, and nothing more is owed.`,
  ].join('\n\n');
  const path = row.install_id === null ? '/plugins/installed' : `/plugins/installed/${row.install_id}`;
  return {
    subject: `${row.name} changed its subprocessors`,
    operators: { text, path },
    admins: { text: `${row.tenant_name} was notified:\n\n${text}`, path: '/admin/tenants' },
  };
}

function objected(row: Row): Mail {
  const reason = `The reason given:\n${row.objection ?? ''}`;
  return {
    subject: `${row.name}: an objection to a change of subprocessors`,
    admins: {
      text: `${row.objected_by_name ?? ''} of ${row.tenant_name} objects.\n\n${reason}`,
      path: '/admin/tenants',
    },
    authors: { text: `The tenant ${row.tenant_id} objects.\n\n${reason}`, path: `/author/drives/${row.drive_id}` },
  };
}

function differenceText({ added, removed }: Row): string {
  if (added === null || removed === null) return 'What exactly changed is not known: the earlier list was not kept.';
  const lines = [...added.map((line) => `New: ${line}`), ...removed.map((line) => `Gone: ${line}`)];
  const more = lines.length > NAMED ? [`and ${lines.length - NAMED} more`] : [];
  return lines.length === 0 ? 'The order of the list changed.' : [...lines.slice(0, NAMED), ...more].join('\n');
}
