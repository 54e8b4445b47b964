// A WebSocket made up here: what was made and said is known, and a test says what comes.

import type { ServerFrame } from '../src/net/protocol.ts';

export class FakeSocket {
  static OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {}
  hear(frame: ServerFrame) {
    this.readyState = 1;
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  drop(code: number) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** The one made last. */
export const latest = () => FakeSocket.made.at(-1) as FakeSocket;
