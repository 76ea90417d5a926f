import { Injectable } from '@nestjs/common';

/** Which of the organisations `orgIds` owns the object with this id; undefined when none does. */
type FindOrganization = (id: string, orgIds: readonly string[]) => Promise<string | undefined>;

/** Finds the owner of an object whose id appears in a URL. Every feature with such objects registers a look-up. */
@Injectable()
export class OrganizationObjects {
  private readonly finders: FindOrganization[] = [];

  /** Registers a look-up of a feature. */
  register(find: FindOrganization): void {
    this.finders.push(find);
  }

  async organizationOf(id: string, orgIds: readonly string[]): Promise<string | undefined> {
    const found = await Promise.all(this.finders.map((find) => find(id, orgIds)));
    return found.find((orgId) => orgId !== undefined);
  }
}
