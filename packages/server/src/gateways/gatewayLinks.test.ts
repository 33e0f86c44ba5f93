import { expect, test } from 'vitest';
import { arrivalGraceMs, GatewayLinks } from './gatewayLinks.ts';
import type { GatewayFacts } from './store.ts';

const noon = Date.UTC(2026, 10, 21, 4);
const second = 1_000;
const minute = 60 * second;
const gateway = 3;
const slave = 31;

const linksOf = (silentSince: string | null = null): GatewayLinks =>
  new GatewayLinks(
    [
      {
        id: gateway,
        slaves: [{ id: slave, address: 1, max_registers: 125, max_gap: 0, silent_since: silentSince }],
      } as GatewayFacts,
    ],
    noon,
    () => {},
  );

test('after a start nothing is said of a gateway until it reports or had time to', () => {
  const links = linksOf();
  expect(links.statusOf('gateway', gateway)).toBeNull();
  expect(links.takeChanges()).toEqual([]);
  links.endArrivals(noon + arrivalGraceMs - 1);
  expect(links.takeChanges()).toEqual([]);
  links.endArrivals(noon + arrivalGraceMs);
  expect(links.statusOf('gateway', gateway)).toEqual({ up: false, since: noon });
  expect(links.takeChanges()).toEqual([{ kind: 'gateway', id: gateway, up: false, at: noon, detail: 'didNotCome' }]);
});

test('a gateway that came back in time was never down', () => {
  const links = linksOf();
  links.gatewayUp(gateway, noon + minute, false);
  links.endArrivals(noon + arrivalGraceMs);
  expect(links.statusOf('gateway', gateway)).toEqual({ up: true, since: noon + minute });
  expect(arrivalGraceMs).toBeGreaterThan(minute);
});

test('of a gateway that is gone it is certain that nothing came, once that is known', () => {
  const links = linksOf();
  expect(links.gone(noon + minute).get(gateway)).toBeUndefined();
  links.endArrivals(noon + arrivalGraceMs);
  const neverCame = { since: Number.NEGATIVE_INFINITY, watermark: noon + arrivalGraceMs - 5 * second };
  expect(links.gone(noon + arrivalGraceMs).get(gateway)).toEqual(neverCame);
  links.gatewayUp(gateway, noon + 5 * minute, false);
  expect(links.gone(noon + 5 * minute).get(gateway)).toBeUndefined();
  links.gatewayDown(gateway, noon + 9 * minute);
  const lost = { since: noon + 5 * minute, watermark: noon + 20 * minute - 5 * second };
  expect(links.gone(noon + 20 * minute).get(gateway)).toEqual(lost);
  expect(links.live(noon + 20 * minute).get(gateway)).toBeUndefined();
});

test('a slave that was silent before a restart is silent after it, until it answers', () => {
  const links = linksOf(new Date(noon - minute).toISOString());
  expect(links.statusOf('slave', slave)).toEqual({ up: false, since: noon - minute });
  links.slaveChanged(slave, true, noon + minute);
  expect(links.statusOf('slave', slave)).toEqual({ up: true, since: noon + minute });
  expect(links.takeChanges()).toContainEqual({ kind: 'slave', id: slave, up: true, at: noon + minute });
});

test('a polled line is of the present from its first moment', () => {
  const links = linksOf();
  links.gatewayUp(gateway, noon, false);
  expect(links.live(noon).get(gateway)).toEqual({ since: noon, watermark: noon - 5 * second });
});

test('while a gateway plays back what it stored, time stands still for it', () => {
  const links = linksOf();
  links.gatewayUp(gateway, noon, true);
  for (let step = 0; step < 30; step++) links.heard(gateway, noon + step * second, noon - (30 - step) * 10 * minute);
  expect(links.live(noon + 30 * second).get(gateway)).toBeUndefined();
  links.heard(gateway, noon + 31 * second, noon + 31 * second);
  expect(links.live(noon + 31 * second).get(gateway)).toMatchObject({ since: noon + 31 * second });
});

test('old samples between new ones keep it from the present until a minute after the last of them', () => {
  const links = linksOf();
  links.gatewayUp(gateway, noon, true);
  links.heard(gateway, noon, noon);
  links.heard(gateway, noon + second, noon - 60 * minute);
  links.heard(gateway, noon + 2 * second, noon + 2 * second);
  expect(links.live(noon + 30 * second).get(gateway)).toBeUndefined();
  expect(links.live(noon + 62 * second).get(gateway)).toBeDefined();
});

test('a gateway that has nothing to say after it came back is of the present a minute later', () => {
  const links = linksOf();
  links.gatewayUp(gateway, noon, true);
  expect(links.live(noon + 59 * second).get(gateway)).toBeUndefined();
  expect(links.live(noon + 61 * second).get(gateway)).toBeDefined();
});

test('a clock that is slow is no backlog: the time of that gateway runs behind ours', () => {
  const links = linksOf();
  links.gatewayUp(gateway, noon, true);
  for (let at = noon; at <= noon + 3 * minute; at += 10 * second) links.heard(gateway, at, at - 90 * second);
  const now = noon + 3 * minute;
  expect(links.live(now).get(gateway)?.watermark).toBe(now - 5 * second - 90 * second);
});

test('what was said of a moment stays true of it, also when more is heard afterwards', () => {
  const links = linksOf();
  links.gatewayUp(gateway, noon, false);
  links.heard(gateway, noon + second, noon - second);
  const [live, gone] = [links.live(noon + second), links.gone(noon + second)];
  links.heard(gateway, noon + 2 * second, noon + 2 * second);
  links.gatewayDown(gateway, noon + 3 * second);
  expect(live.get(gateway)).toEqual({ since: noon, watermark: noon + second - 5 * second - 2 * second });
  expect(gone.get(gateway)).toBeUndefined();
  links.follow([], noon + 4 * second);
  expect(live.get(gateway)).toBeDefined();
  expect(links.live(noon + 4 * second).get(gateway)).toBeUndefined();
});

test('whom we hang up on ourselves has not fallen silent', () => {
  const links = linksOf();
  links.gatewayUp(gateway, noon, false);
  links.slaveChanged(slave, true, noon);
  links.takeChanges();
  links.close();
  links.slaveChanged(slave, false, noon + second);
  links.gatewayDown(gateway, noon + second);
  expect(links.takeChanges()).toEqual([]);
  expect(links.statusOf('gateway', gateway)).toEqual({ up: true, since: noon });
  expect(links.statusOf('slave', slave)).toEqual({ up: true, since: noon });
});

const facts = (id: number, ...slaveIds: number[]) =>
  ({ id, slaves: slaveIds.map((of) => ({ id: of, silent_since: null })) }) as unknown as GatewayFacts;

test('a gateway that is set up later has as long to come as the others had after the start', () => {
  const links = linksOf();
  links.gatewayUp(gateway, noon, false);
  links.takeChanges();
  // That one which people keep off does not come is their will, and its log says so.
  links.follow([facts(gateway, slave), facts(4), { ...facts(5), is_kept_off: true }], noon + 10 * minute);
  links.endArrivals(noon + 10 * minute + arrivalGraceMs - 1);
  expect(links.statusOf('gateway', 4)).toBeNull();
  links.endArrivals(noon + 10 * minute + arrivalGraceMs);
  expect(links.takeChanges()).toEqual([
    { kind: 'gateway', id: 4, up: false, at: noon + 10 * minute, detail: 'didNotCome' },
    { kind: 'gateway', id: 5, up: false, at: noon + 10 * minute, detail: 'keptOff' },
  ]);
  expect(links.statusOf('gateway', gateway)).toEqual({ up: true, since: noon });
});

test('of gateways and slaves that are removed nothing is said any more; what is known of the others stays', () => {
  const links = linksOf(new Date(noon - minute).toISOString());
  links.follow([facts(gateway, slave), facts(4, 41)], noon);
  links.slaveChanged(41, false, noon);
  links.follow([facts(4, 41)], noon + minute);
  expect(links.statusOf('gateway', gateway)).toBeNull();
  expect(links.statusOf('slave', slave)).toBeNull();
  expect(links.statusOf('slave', 41)).toEqual({ up: false, since: noon });
  links.gatewayUp(gateway, noon + minute, false);
  expect(links.count()).toEqual({ up: 0, total: 1 });
});
