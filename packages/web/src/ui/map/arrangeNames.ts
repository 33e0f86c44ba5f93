const overlap = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Places at which a name can stand, the usual one first; where all are taken it shows only under the pointer or with the focus. */
const places = ['below', 'above', 'right', 'left'] as const;

/**
 * Places the names of a map's sites so that none covers another name, a sign or the buttons. Those that press most have the first choice: what is
 * selected, then what is in alarm.
 */
export function arrangeNames(map: HTMLElement): void {
  const taken = [...map.querySelectorAll('.map-site-sign, .map-group, .map-tools')].map((sign) =>
    sign.getBoundingClientRect(),
  );
  const rank = (name: Element) => (name.closest('.map-site-selected') ? 0 : name.closest('.map-site-alarm') ? 1 : 2);
  const names = [...map.querySelectorAll<HTMLElement>('.map-site-name')].sort((a, b) => rank(a) - rank(b));
  for (const name of names) {
    const free = places.find((place) => {
      name.dataset.place = place;
      const box = name.getBoundingClientRect();
      return !taken.some((other) => overlap(box, other));
    });
    if (free) taken.push(name.getBoundingClientRect());
    else name.dataset.place = 'none';
  }
}
