// Requests to the server, as docs/protocol.md describes them.
import type {
  Created,
  GameInfo,
  GameState,
  Joined,
  LookRequest,
  NewGame,
  NewTournament,
  RaceRequest,
  RaceTell,
  SearchTree,
  Snapshot,
  TournamentInfo,
  TreeRequest,
} from './protocol';

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(
    message: string,
    public status: number,
  ) {
    super(message);
  }
}

async function answerOf(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const request: RequestInit = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), signal };
  request.headers = { 'content-type': 'application/json' };
  const response = await fetch(path, request);
  if (!response.ok) throw new Refused(reasonIn(await contentOf(response)) ?? response.statusText, response.status);
  return response;
}

function contentOf(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json');
  return isJson ? response.json() : response.text();
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  return (await contentOf(await answerOf(path, body))) as T;
}

function reasonIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { message, detail } = answer as { message?: unknown; detail?: unknown };
  const said = message ?? detail;
  return typeof said === 'string' ? said : null;
}

let games: Promise<GameInfo[]> | null = null;

export function getGames(): Promise<GameInfo[]> {
  games ??= ask<GameInfo[] | { games: GameInfo[] }>('/api/games').then((all) => (Array.isArray(all) ? all : all.games));
  games.catch(() => (games = null)); // ask again next time
  return games;
}

/** Positions looked at lately, so that stepping through a game asks for each only once. */
const seen = new Map<string, Promise<Snapshot>>();
const REMEMBERED = 400;

export function look(request: LookRequest): Promise<Snapshot> {
  const key = JSON.stringify(request);
  let answer = seen.get(key);
  if (!answer) {
    answer = ask<Snapshot>('/api/look', request);
    answer.catch(() => seen.delete(key));
    seen.set(key, answer);
    if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value!);
  }
  return answer;
}

/** The games that a text could be of, whatever game it names. */
export const readings = (text: string) => ask<Snapshot[]>('/api/readings', { text });

/** The request for the position that a snapshot shows, or an earlier or later one of the same game. */
export function lookAt(snapshot: Snapshot, moves: string[] = snapshot.moves): LookRequest {
  const { game, options, start } = snapshot;
  return start ? { game, position: start, moves } : { game, options, moves };
}

export const createGame = (wanted: NewGame) => ask<Created>('/api/games', wanted);
export const gameState = (id: string) => ask<GameState>(`/api/games/${id}`);
export const joinGame = (id: string) => ask<Joined>(`/api/games/${id}/join`, {});
export const gameRecord = (id: string) => ask<string>(`/api/games/${id}/record`);

export const askTree = (wanted: TreeRequest) => ask<SearchTree>('/api/tree', wanted);

/** A race as it goes on; aborting ends it. */
export async function* race(wanted: RaceRequest, signal: AbortSignal): AsyncGenerator<RaceTell> {
  const response = await answerOf('/api/race', wanted, signal);
  let rest = '';
  for await (const text of chunks(response)) {
    const events = (rest + text).split('\n\n');
    rest = events.pop()!;
    for (const event of events) yield JSON.parse(event.replace(/^data: /, ''));
  }
}

async function* chunks(response: Response): AsyncGenerator<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) yield value!;
}

export const tournaments = () => ask<TournamentInfo[]>('/api/tournaments');
export const beginTournament = (wanted: NewTournament) => ask<{ id: string }>('/api/tournaments', wanted);
export const stopTournament = (id: string) => ask<unknown>(`/api/tournaments/${id}/stop`, {});
