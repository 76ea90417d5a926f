import { SystemIds } from '@portal/kernel';
import { Client } from 'pg';

interface Appointment {
  /** Any case; the account must exist and its address be confirmed. */
  email: string;
  reason: string;
}

/** The operator's next step, as the command prints it. */
export class AppointmentRefused extends Error {}

/**
 * Makes the first and the second admin of an installation, as the owner of the tables: from then on two admins give the
 * role to others in the portal, and the database refuses it here (constraint `role_grants_by_two_admins`). The grant is
 * in the audit trail.
 * @throws AppointmentRefused
 */
export async function appointAdmin(url: string, { email, reason }: Appointment): Promise<{ userId: string }> {
  const client = new Client({ connectionString: url, application_name: 'drive-portal-appoint' });
  // A connection that is lost fails the statement at hand; its error reports it.
  client.on('error', () => undefined);
  await client.connect();
  const ids = new SystemIds();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      `select id from identity.users where platform.folded(email) = platform.folded($1) and email_confirmed_at is not null
         and disabled_at is null and demo_person is null`,
      [email],
    );
    const userId = rows[0]?.id;
    if (userId === undefined)
      throw new AppointmentRefused(`${email} has no account with a confirmed address. Sign up in the portal first.`);
    const granted = await client.query(
      `insert into identity.role_grants (id, user_id, role) values ($1, $2, 'admin')
       on conflict on constraint role_grants_once do nothing`,
      [ids.next(), userId],
    );
    if (granted.rowCount === 0) throw new AppointmentRefused(`${email} is an admin already.`);
    await client.query(
      `insert into platform.audit_log (id, actor_kind, actor_name, actor_role, action, subject_type, subject_id, after, reason)
       values ($1, 'system', 'Operator of the installation', 'operator_of_installation', 'role.granted', 'user', $2, $3, $4)`,
      [ids.next(), userId, JSON.stringify({ role: 'admin', scope_id: null, by: 'command line' }), reason],
    );
    await client.query('commit');
    return { userId };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if ((error as { constraint?: string }).constraint === 'role_grants_by_two_admins')
      throw new AppointmentRefused('There are two admins already. They appoint others: Administration, People.');
    throw error;
  } finally {
    await client.end();
  }
}
