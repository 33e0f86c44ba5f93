import { describe, expect, it } from 'vitest';
import { fromZonedTime, toZonedTime } from './zonedTime.ts';

describe('times on the clock of a zone', () => {
  it('Shanghai is eight hours ahead all year', () => {
    expect(fromZonedTime('2026-07-01 08:00', 'Asia/Shanghai')).toBe(Date.UTC(2026, 6, 1));
    expect(fromZonedTime('2026-01-01T08:00:30', 'Asia/Shanghai')).toBe(Date.UTC(2026, 0, 1, 0, 0, 30));
    expect(toZonedTime(Date.UTC(2026, 0, 1, 0, 0, 30), 'Asia/Shanghai')).toBe('2026-01-01 08:00:30');
  });

  it('an hour that occurs twice is the first of the two', () => {
    expect(fromZonedTime('2026-10-25 02:30', 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30));
  });

  it('an hour that does not occur is as much later as the clock jumps', () => {
    expect(toZonedTime(fromZonedTime('2026-03-29 02:30', 'Europe/Berlin')!, 'Europe/Berlin')).toBe('2026-03-29 03:30:00');
  });

  it('a date that does not exist is none', () => {
    expect(fromZonedTime('2026-02-30 10:00', 'Asia/Shanghai')).toBeNull();
  });

  it('every hour of a year comes back as it went', () => {
    for (const zone of ['Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe']) {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 3_600_000) {
        expect(toZonedTime(fromZonedTime(toZonedTime(at, zone), zone)!, zone)).toBe(toZonedTime(at, zone));
      }
    }
  });
});
