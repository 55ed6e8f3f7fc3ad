// A router for a handful of pages: the address decides, links are followed without loading anew.
import { tick } from 'svelte';

export type Route =
  | { page: 'home' }
  | { page: 'play'; id: string }
  | { page: 'analysis' }
  | { page: 'rules'; game: string | null }
  | { page: 'lab' }
  | { page: 'race' }
  | { page: 'arena' }
  | { page: 'lost' };

export function routeOf(path: string): Route {
  const [first = '', second = '', ...more] = path.split('/').filter(Boolean).map(decode);
  if (more.length) return { page: 'lost' };
  if (first === 'play' && /^[\w-]+$/.test(second)) return { page: 'play', id: second };
  if (first === 'lab' && second === 'race') return { page: 'race' };
  if (first === 'rules') return { page: 'rules', game: second || null };
  if (second) return { page: 'lost' };
  if (first === '') return { page: 'home' };
  if (first === 'analysis' || first === 'lab' || first === 'arena') return { page: first };
  return { page: 'lost' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash);
  route = $derived(routeOf(this.path));

  go(address: string, replace = false) {
    const path = this.path;
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    this.look();
    if (path !== this.path) void tick().then(() => scrollTo(0, 0));
  }

  /** Take up where the address now points. */
  look = () => {
    this.path = location.pathname;
    this.hash = location.hash;
  };

  /** Follow links inside the page; leave alone what the browser should do. */
  follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest?.('a');
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.getAttribute('href')!.startsWith('#')) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };

  start() {
    addEventListener('popstate', this.look);
    addEventListener('hashchange', this.look);
    document.addEventListener('click', this.follow);
  }
}

export const router = new Router();
