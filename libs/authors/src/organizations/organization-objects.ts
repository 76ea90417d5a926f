import { Injectable } from '@nestjs/common';

/** The organisation among `orgIds` to which the object with this id belongs; undefined for none of them. */
type FindOrganization = (id: string, orgIds: readonly string[]) => Promise<string | undefined>;

/** Whose an object is, asked of every feature that has objects of authors under ids that stand in addresses. */
@Injectable()
export class OrganizationObjects {
  private readonly finders: FindOrganization[] = [];

  /** A feature says once how it finds its own. */
  register(find: FindOrganization): void {
    this.finders.push(find);
  }

  async organizationOf(id: string, orgIds: readonly string[]): Promise<string | undefined> {
    const found = await Promise.all(this.finders.map((find) => find(id, orgIds)));
    return found.find((orgId) => orgId !== undefined);
  }
}
