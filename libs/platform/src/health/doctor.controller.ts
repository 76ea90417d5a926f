import { RequireRole } from '../access/access.js';
import { ApiController, GetData } from '../http/routes/routes.js';
import { Doctor } from './read/doctor.js';
import { DeploymentView } from './doctor.view.js';

@RequireRole('admin')
@ApiController('admin', 'api/v1/admin/deployment')
export class DoctorController {
  constructor(private readonly doctor: Doctor) {}

  /** Check the deployment. Settings, versions, clocks, work, books, disk and backups, as this process sees them. */
  @GetData('', DeploymentView)
  async check() {
    return { checks: await this.doctor.execute() };
  }
}
