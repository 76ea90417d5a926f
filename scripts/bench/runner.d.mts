export interface BenchOptions {
  readonly names: string[];
  readonly scale: 'quick' | 'usual' | 'full';
  readonly json: boolean;
  readonly file: string | null;
}
export function options(args: readonly string[], known: readonly string[]): BenchOptions;

export interface BenchLine {
  readonly id: string;
  readonly product?: object;
  readonly yardstick?: { readonly median?: number };
  readonly ratio?: number;
  readonly verdict?: string;
}
export interface BenchItem {
  run(context: object): Promise<readonly BenchLine[]>;
}
export function runItems(
  names: readonly string[],
  items: Readonly<Record<string, () => Promise<BenchItem>>>,
  how: {
    readonly scale: string;
    readonly context?: object;
    readonly around?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  },
): Promise<{ lines: BenchLine[]; problems: string[] }>;
