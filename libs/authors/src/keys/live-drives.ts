/** The fields by which applications are compared. */
export interface Compared {
  slug: string;
  name: string;
  text: string;
  /** A category of the catalogue; empty when unknown. */
  category: string;
}

export interface AlikeDrive {
  slug: string;
  name: string;
  author: string;
  category: string;
  /** Similarity of slug, name and text, each from 0 to 1. */
  bySlug: number;
  byName: number;
  byText: number;
}

/** Port: listed Drives, implemented by a feature above this one. */
export abstract class LiveDrives {
  /** The most similar Drives, most similar first; those below `least` in every field are left out. */
  abstract alike(to: Compared, least: number, limit: number): Promise<AlikeDrive[]>;
  /**
   * Sentences about names with which this one may be confused, most similar first, as check L06 does for a manifest.
   * @param orgId owner of the Drive; the name is compared with those of other owners
   * @param reserved names of others that are not live yet
   */
  abstract nameFindings(name: string, orgId: string, reserved: readonly string[]): Promise<string[]>;
}
