/** Documentation of a check besides its title. Each text is one or two sentences. */
export interface Documentation {
  /** Most likely cause when the rule is broken; a finding may be more specific. */
  readonly cause: string;
  readonly fix: string;
  readonly example?: { readonly wrong: string; readonly right: string };
}
