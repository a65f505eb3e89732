/** A WebSocket whose other end is the test. */

export class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  static count = 0;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};

  constructor(readonly address: string) {
    FakeSocket.last = this;
    FakeSocket.count += 1;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server sends a message. */
  deliver(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  /** The connection breaks. */
  break(): void {
    this.close();
    this.onclose();
  }

  /** The server sends an error and closes. */
  refuse(code: string): void {
    this.deliver({ type: "error", code, text: "", rule: "", values: {} });
    this.break();
  }
}
