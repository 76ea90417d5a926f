export function hasPreviousSchema(): boolean;
export function previousRelease(): Promise<string>;
