// A socket that comes back: when the connection drops it tries again, waiting twice as long each
// time, and at once when the browser is online or looked at again.

export type Status = 'connecting' | 'open' | 'waiting' | 'closed';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const SILENCE = 45_000; // after which the line is taken for dead
const PING = 15_000;

/** How long to wait before the n-th try: doubling, with a little chance so that not all come at once. */
export function waitBefore(attempt: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + chance / 2);
}

export interface Listener<T> {
  opened(): void;
  message(message: T): void;
  status(status: Status): void;
}

export class Live<Send, Receive> {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private closed = false;

  constructor(
    private path: string,
    private listener: Listener<Receive>,
    private ping: Send | null = null,
  ) {
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.connect();
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(message: Send): boolean {
    if (!this.isOpen) return false;
    this.socket!.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.drop();
    this.listener.status('closed');
  }

  private hurry = () => {
    if (this.closed || this.isOpen || document.hidden) return;
    this.attempt = 0;
    this.connect();
  };

  private connect() {
    clearTimeout(this.timer);
    this.drop();
    this.listener.status('connecting');
    const address = new URL(this.path, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = (this.socket = new WebSocket(address));
    socket.onopen = () => {
      this.heard = Date.now();
      this.pulse = setInterval(this.beat, PING);
      this.listener.status('open');
      this.listener.opened();
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.attempt = 0;
      this.listener.message(JSON.parse(event.data));
    };
    socket.onclose = () => this.again();
  }

  private beat = () => {
    if (!this.ping) return;
    if (Date.now() - this.heard > SILENCE) this.again();
    else this.send(this.ping);
  };

  private again() {
    if (this.closed) return;
    this.drop();
    this.listener.status('waiting');
    this.timer = setTimeout(() => this.connect(), waitBefore(this.attempt++));
  }

  private drop() {
    clearInterval(this.pulse);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }
}
