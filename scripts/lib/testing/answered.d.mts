export function forgetAnswers(): void;
export function neverAnswered(directory?: string): string[];
