/** Colours for a terminal (ECMA-48, 8.3.117). */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

/** @param color False leaves every text as it is. */
export function createPaint(color: boolean): Paint {
  const style = (on: number, off: number) => (text: string) =>
    color ? `\u001B[${on}m${text}\u001B[${off}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
  };
}

/** Goes back to the start of the line and empties it. */
export const CLEAR_LINE = '\r\u001B[K';
