// The table one sits at just now, if any: what is shown over it can ask for its state without another connection.

import type { Session } from './session.svelte.ts';

let current: Session | null = null;

/** From now on `session` is the one; what is returned ends that. */
export function sitting(session: Session): () => void {
  current = session;
  return () => {
    if (current === session) current = null;
  };
}

/** The connection to the table `code`, if that is where one sits. */
export function sessionAt(code: string): Session | null {
  return current?.code === code ? current : null;
}
