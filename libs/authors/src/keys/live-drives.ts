/** What an application is compared by. */
export interface Compared {
  slug: string;
  name: string;
  text: string;
  /** Of the catalogue's categories; empty: none is known. */
  category: string;
}

export interface AlikeDrive {
  slug: string;
  name: string;
  author: string;
  category: string;
  /** Likeness of short name, name and text, each from 0 to 1. */
  bySlug: number;
  byName: number;
  byText: number;
}

/** Listed Drives, which a feature above knows. Provided by whoever composes them. */
export abstract class LiveDrives {
  /** Those that are most alike, most alike first; none that is alike in less than `least` of one thing. */
  abstract alike(to: Compared, least: number, limit: number): Promise<AlikeDrive[]>;
  /**
   * For which names people may take this one, in sentences, the likest first, as check L06 says it of a manifest.
   * @param orgId whose Drive it would be: a name is compared with those of others
   * @param reserved names of others that are not live yet
   */
  abstract nameFindings(name: string, orgId: string, reserved: readonly string[]): Promise<string[]>;
}
