// A table's code as people write it. The server has the last word on what a code means.

/** Shown in two groups of four, to be read out. */
export function spelled(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

/** What was typed or pasted, made fit for an address: a whole link is taken for the code in it. */
export function codeIn(typed: string): string {
  const linked = /\/t\/([^/?#\s]+)/.exec(typed)?.[1];
  return (linked ?? typed).replace(/[\s\-‐-―ـ]/gu, '').slice(0, 32);
}
