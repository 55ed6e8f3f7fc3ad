// One game at /play/<id>, live: what the server last said of it, and the requests one can make.
// A move that was on its way when the connection broke is sent again if the server never got it.
import { Refused, gameState } from './api';
import { Live, type Status } from './live';
import type { Analysis, Ask, GameEvent, GameState, Seat, Tell } from './protocol';
import { shelf } from './shelf.svelte';

type WithRef = Extract<Ask, { ref: number }>;
type Request = WithRef extends infer A ? (A extends WithRef ? Omit<A, 'ref'> : never) : never;
type Waiting = { done: () => void; failed: (error: Error) => void };

const PATIENCE = 1500; // ms until a wait is explained

export interface Hint {
  move: string;
  analysis: Analysis | null;
}

export class Session {
  state = $state.raw<GameState | null>(null);
  status = $state<Status>('connecting');
  fresh = $state(false); // something has happened since we came
  missing = $state(false); // there is no such game
  since = $state(0); // when the state came, in performance.now() terms
  preparing = $state(false); // a program has taken long to get ready
  thinking = $state.raw<{ seat: Seat; analysis: Analysis } | null>(null);
  watching = $state(0);
  hint = $state.raw<Hint | null>(null);
  trouble = $state<string | null>(null); // what the server last refused

  private slow: ReturnType<typeof setTimeout> | undefined;
  private seq = 0;
  private ref = 0;
  private waiting = new Map<number, Waiting>();
  private onItsWay: { ply: number; move: string } | null = null;
  private live: Live<Ask, Tell>;

  constructor(
    readonly id: string,
    private heard: (event: GameEvent) => void = () => {},
  ) {
    this.live = this.connect();
    gameState(id).catch((error) => {
      if (!(error instanceof Refused) || error.status !== 404) return;
      this.missing = true;
      this.close();
      shelf.drop(id);
    });
  }

  close() {
    this.live.close();
  }

  private greet() {
    this.live.send({ type: 'hello', tokens: shelf.tokens(this.id), since: this.seq });
  }

  /** Connect anew, with the tokens held now: after joining. */
  reconnect() {
    this.live.close();
    this.live = this.connect();
  }

  private connect(): Live<Ask, Tell> {
    return new Live(
      `/api/games/${this.id}/socket`,
      { opened: () => this.greet(), message: (tell) => this.hear(tell), status: (status) => this.setStatus(status) },
      { type: 'ping' },
    );
  }

  async move(move: string) {
    if (!this.state) return;
    this.onItsWay = { ply: this.state.snapshot.moves.length, move };
    this.hint = null;
    await this.ask({ type: 'move', ...this.onItsWay });
  }

  /** Carried out (true) or refused (false, and `trouble` says why). */
  ask(request: Request): Promise<boolean> {
    const ref = ++this.ref;
    this.trouble = null;
    return new Promise<void>((done, failed) => {
      this.waiting.set(ref, { done, failed });
      if (!this.live.send({ ...request, ref } as Ask)) this.settle(ref, new Error('offline'));
    }).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'offline') this.trouble = error.message;
        return false;
      },
    );
  }

  private settle(ref: number, error?: Error) {
    const waiting = this.waiting.get(ref);
    this.waiting.delete(ref);
    if (error) waiting?.failed(error);
    else waiting?.done();
  }

  private setStatus(status: Status) {
    this.status = status;
    if (status === 'open') return;
    for (const ref of [...this.waiting.keys()]) this.settle(ref, new Error('offline'));
    this.thinking = null;
    this.ready();
  }

  private hear(tell: Tell) {
    switch (tell.type) {
      case 'state':
        return this.take(tell.state, tell.seq);
      case 'event':
        if (this.state && tell.event.seq > this.seq) {
          this.fresh = true;
          this.heard(tell.event);
        }
        this.seq = Math.max(this.seq, tell.event.seq);
        if (tell.state) this.take(tell.state, tell.event.seq);
        if (tell.ref !== undefined) this.settle(tell.ref);
        return;
      case 'preparing':
        this.ready();
        this.slow = setTimeout(() => (this.preparing = true), PATIENCE);
        return;
      case 'thinking':
        this.ready();
        this.thinking = { seat: tell.seat, analysis: tell.analysis };
        return;
      case 'presence':
        this.watching = tell.watching;
        if (this.state) {
          const [first, second] = this.state.seats;
          const seats: GameState['seats'] = [
            { ...first, online: tell.online[0] },
            { ...second, online: tell.online[1] },
          ];
          this.state = { ...this.state, seats };
        }
        return;
      case 'hint':
        this.hint = { move: tell.move, analysis: tell.analysis };
        return this.settle(tell.ref);
      case 'error':
        if (tell.ref === null) this.trouble = tell.message;
        else this.settle(tell.ref, new Error(tell.message));
    }
  }

  private ready() {
    clearTimeout(this.slow);
    this.preparing = false;
  }

  private take(state: GameState, seq: number) {
    this.ready();
    const before = this.state?.snapshot.moves.length;
    if (before !== state.snapshot.moves.length) {
      this.thinking = null;
      this.hint = null;
    }
    this.seq = Math.max(this.seq, seq);
    this.since = performance.now();
    this.state = state;
    shelf.keepSeen(this.id, state);
    this.resend(state.snapshot.moves.length);
  }

  private resend(ply: number) {
    const pending = this.onItsWay;
    if (!pending) return;
    if (ply !== pending.ply) this.onItsWay = null;
    else if (this.waiting.size === 0) void this.ask({ type: 'move', ...pending }).then(() => (this.onItsWay = null));
  }
}
