/** A style sheet with every name of a media query replaced by what it stands for. */
export function withBreakpoints(css: string): string;
