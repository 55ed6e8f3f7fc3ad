// Lists that scroll by themselves to what is current.

const MARGIN = 40; // pixels: what is nearer to the lower edge counts as out of sight

/** Have the item in the middle of its list, unless it is in sight already; the list is its offset parent. */
export function keepInSight(list: HTMLElement | undefined, selector: string): void {
  const item = list?.querySelector<HTMLElement>(selector);
  if (!list || !item) return;
  const top = item.offsetTop;
  if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - MARGIN)
    list.scrollTop = top - list.clientHeight / 2;
}
