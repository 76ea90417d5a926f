/** What is told about a check beyond its title. Each text is one or two plain sentences. */
export interface Documentation {
  /** Most likely cause when the rule is broken; a finding knows more and says more. */
  readonly cause: string;
  readonly fix: string;
  readonly example?: { readonly wrong: string; readonly right: string };
}
