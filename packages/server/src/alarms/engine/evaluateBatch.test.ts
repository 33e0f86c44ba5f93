import { describe, expect, it } from 'vitest';
import {
  type AlarmRule,
  type Batch,
  commit,
  createMemory,
  cursorOf,
  type EngineMemory,
  evaluateBatch,
  isOpen,
  noReadings,
  type RuleState,
  type Subject,
  stateKey,
  stateOf,
  unwatch,
  watchPoint,
  watchSource,
} from './index.ts';
import { readingsOf, type Sample } from './testing/readingsOf.ts';

const t0 = 1_800_000_000_000;
const at = (seconds: number) => t0 + seconds * 1000;
const high: AlarmRule = {
  id: 1,
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 } },
  deadband: 1,
  onDelaySeconds: 600,
  offDelaySeconds: 0,
};
const silence: AlarmRule = { id: 2, kind: 'noData', afterSeconds: 300, severity: 3 };
const loss: AlarmRule = { id: 3, kind: 'communicationLoss', severity: 1, onDelaySeconds: 60, offDelaySeconds: 0 };
const point = (id: number): Subject => ({ type: 'point', id });

interface Moment extends Partial<Batch> {
  /** Live gateways by id, in seconds: watermark. */
  readonly watermarks?: Record<number, number>;
  readonly samples?: Sample[];
}
const moment = (second: number, { watermarks = {}, samples = [], ...rest }: Moment = {}): Batch => ({
  now: at(second),
  readings: samples.length === 0 ? noReadings() : readingsOf(samples),
  live: new Map(Object.entries(watermarks).map(([id, mark]) => [Number(id), { since: 0, watermark: at(mark) }])),
  gone: new Map(),
  links: [],
  sourceOf: () => null,
  lateAfterMs: 60_000,
  ...rest,
});
const take = (memory: EngineMemory, batch: Batch) => {
  const evaluation = evaluateBatch(memory, batch);
  commit(memory, evaluation);
  return evaluation.events.map(
    (event) => `${event.type} ${event.subject.type} ${event.subject.id} ${(event.at - t0) / 1000}`,
  );
};
const withPoints = (ids: number[], rules: AlarmRule[], gatewayId = 7) => {
  const memory = createMemory();
  for (const pointId of ids) watchPoint(memory, { pointId, gatewayId, maxGapSeconds: 180 }, rules, { now: at(0) });
  return memory;
};
const sample = (pointId: number, second: number, value: number, quality = 0): Sample => ({
  pointId,
  at: at(second),
  value,
  quality,
});

describe('a batch', () => {
  it('changes nothing until it is committed', () => {
    const memory = withPoints([5], [high]);
    const batch = moment(0, { samples: [sample(5, 0, -12)] });
    const evaluation = evaluateBatch(memory, batch);
    expect([...evaluation.changes.keys()]).toEqual(['1:point:5']);
    expect(stateOf(memory, 1, point(5)).phase).toBe('normal');
    expect(cursorOf(memory, 5)).toEqual({ lastSampleAt: null, lastGoodAt: null, heldValue: null });
    commit(memory, evaluation);
    expect(stateOf(memory, 1, point(5)).phase).toBe('pendingOn');
    expect(cursorOf(memory, 5)).toEqual({ lastSampleAt: at(0), lastGoodAt: at(0), heldValue: -12 });
  });

  it('is refused when a later one was evaluated, or twice', () => {
    const memory = withPoints([5], [high]);
    const stale = evaluateBatch(memory, moment(0, { samples: [sample(5, 0, -12)] }));
    const latest = evaluateBatch(memory, moment(0));
    expect(() => commit(memory, stale)).toThrow('latest evaluation');
    commit(memory, latest);
    expect(() => commit(memory, latest)).toThrow('latest evaluation');
    expect(stateOf(memory, 1, point(5)).phase).toBe('normal');
  });

  it('needs no persisting when all samples were quiet', () => {
    const memory = withPoints([5, 6], [high, silence]);
    const { changes, events } = evaluateBatch(memory, moment(0, { samples: [sample(5, 0, -20), sample(6, 0, -21)] }));
    expect([changes.size, events.length]).toEqual([0, 0]);
  });

  it('takes the last of two samples with the same time, and any order', () => {
    const memory = withPoints([5], [{ ...high, onDelaySeconds: 0 }]);
    expect(
      take(
        memory,
        moment(90, { samples: [sample(5, 60, -20), sample(5, 0, -12), sample(5, 60, -12), sample(5, 30, -20)] }),
      ),
    ).toEqual(['raised point 5 0', 'returnedToNormal point 5 30', 'raised point 5 60']);
  });

  it('ignores a sample at or before the newest one, and points nobody watches', () => {
    const memory = withPoints([5], [{ ...high, onDelaySeconds: 0 }]);
    take(memory, moment(60, { samples: [sample(5, 60, -20)] }));
    expect(
      take(
        memory,
        moment(61, { samples: [sample(5, 60, -9), sample(5, 59, -9), sample(4, 61, -9), sample(99_999, 61, -9)] }),
      ),
    ).toEqual([]);
  });
});

describe('time passing', () => {
  it('completes delays only where the link is live', () => {
    const memory = createMemory();
    for (const id of [5, 6])
      watchPoint(memory, { pointId: id, gatewayId: id, maxGapSeconds: 180 }, [high], { now: at(0) });
    take(memory, moment(0, { samples: [sample(5, 0, -12), sample(6, 0, -12)], watermarks: { 5: -5, 6: -5 } }));
    expect(take(memory, moment(606, { watermarks: { 5: 601 } }))).toEqual(['raised point 5 600']);
    expect(take(memory, moment(607, { watermarks: { 5: 602 } }))).toEqual([]);
  });

  it('is rolled back like samples are', () => {
    const memory = withPoints([5], [high]);
    take(memory, moment(0, { samples: [sample(5, 0, -12)] }));
    evaluateBatch(memory, moment(610, { watermarks: { 7: 605 } }));
    expect(take(memory, moment(611, { watermarks: { 7: 606 } }))).toEqual(['raised point 5 600']);
  });

  it('calls silence once per point, and again only after data came back', () => {
    const memory = withPoints([5], [silence]);
    const said: string[] = [];
    for (let second = 10; second <= 2000; second += 10) {
      const samples = second <= 500 || second === 1000 ? [sample(5, second, 1)] : [];
      said.push(...take(memory, moment(second, { samples, watermarks: { 7: second - 5 } })));
    }
    expect(said).toEqual(['raised point 5 800', 'returnedToNormal point 5 1000', 'raised point 5 1300']);
  });

  describe('behind a gateway that is gone', () => {
    const goneSince = (since: number, until: number) => new Map([[7, { since: at(since), watermark: at(until) }]]);

    it('tells the silence of its points where nothing above explains it', () => {
      const memory = withPoints([5], [silence]);
      take(memory, moment(100, { samples: [sample(5, 100, 1)], watermarks: { 7: 95 } }));
      const said: string[] = [];
      for (let second = 110; second <= 7200; second += 10)
        said.push(...take(memory, moment(second, { gone: goneSince(0, second - 5) })));
      expect(said).toEqual(['raised point 5 400']);
      expect(take(memory, moment(7210, { samples: [sample(5, 7205, 1)] }))).toEqual(['returnedToNormal point 5 7205']);
    });

    it('completes no delay on the value a point held, until the link is back', () => {
      const memory = withPoints([5], [{ ...high, onDelaySeconds: 300 }, silence]);
      take(memory, moment(100, { samples: [sample(5, 100, -12)], watermarks: { 7: 95 } }));
      const said: string[] = [];
      for (let second = 110; second <= 2000; second += 10)
        said.push(...take(memory, moment(second, { gone: goneSince(0, second - 5) })));
      expect(said).toEqual(['raised point 5 400']);
      const live = new Map([[7, { since: at(2000), watermark: at(2305) }]]);
      expect(take(memory, moment(2310, { live }))).toEqual(['raised point 5 2300']);
    });

    it('says nothing while nobody knows whether it is gone, nor sooner after it had just come back', () => {
      const memory = withPoints([5], [silence]);
      take(memory, moment(100, { samples: [sample(5, 100, 1)] }));
      expect(take(memory, moment(1000))).toEqual([]);
      expect(take(memory, moment(1010, { gone: goneSince(800, 1005) }))).toEqual([]);
      expect(take(memory, moment(1110, { gone: goneSince(800, 1105) }))).toEqual(['raised point 5 1100']);
    });

    it('takes nothing back that was called before, and forgets what was rolled back', () => {
      const memory = withPoints([5], [silence]);
      take(memory, moment(100, { samples: [sample(5, 100, 1)], watermarks: { 7: 95 } }));
      evaluateBatch(memory, moment(410, { gone: goneSince(0, 405) }));
      expect(take(memory, moment(411, { gone: goneSince(0, 406) }))).toEqual(['raised point 5 400']);
      expect(take(memory, moment(600, { watermarks: { 7: 595 } }))).toEqual([]);
    });
  });

  it('judges the value a point already holds when a rule is new', () => {
    const memory = withPoints([5], []);
    take(memory, moment(0, { samples: [sample(5, 0, -12)], watermarks: { 7: -5 } }));
    watchPoint(memory, { pointId: 5, gatewayId: 7, maxGapSeconds: 180 }, [high], { now: at(100) });
    expect(take(memory, moment(110, { watermarks: { 7: 105 } }))).toEqual([]);
    expect(take(memory, moment(710, { watermarks: { 7: 705 } }))).toEqual(['raised point 5 700']);
  });

  describe('with the first rule of a point', () => {
    const place = { pointId: 5, gatewayId: 7, maxGapSeconds: 180 };
    const since = (second: number, until: number) => new Map([[7, { since: at(second), watermark: at(until) }]]);
    const saidOf = (lastGood: number, lastSample: number, liveSince: number, states?: Map<string, RuleState>) => {
      const memory = createMemory();
      const cursor = { lastSampleAt: at(lastSample), lastGoodAt: at(lastGood), heldValue: -12 };
      watchPoint(memory, place, [high], { now: at(5000), cursor, ...(states && { states }) });
      return [5005, 5100, 5605].flatMap((second) => take(memory, moment(second, { live: since(liveSince, second) })));
    };

    it('judges the value the point holds, however long ago it was reported, while the link has been live', () => {
      expect(saidOf(4900, 4900, 4000)).toEqual(['raised point 5 5600']);
      expect(saidOf(1000, 1000, 900)).toEqual(['raised point 5 5600']);
    });

    it('does so after a start, too, when that had not been done before', () => {
      expect(saidOf(4900, 4900, 4000, new Map())).toEqual(['raised point 5 5600']);
    });

    it('leaves a value that nobody vouches for, and a bad one', () => {
      expect(saidOf(1000, 1000, 4000)).toEqual([]);
      expect(saidOf(4900, 4960, 4000)).toEqual([]);
    });
  });
});

describe('a late buffer', () => {
  it('notifies once, at the newest sample, though that sample says nothing new', () => {
    const memory = withPoints([5], [{ ...high, onDelaySeconds: 0 }]);
    const buffer = moment(7200, { samples: [sample(5, 0, -12), sample(5, 60, -13)] });
    expect(take(memory, buffer)).toEqual(['raised point 5 0']);
    expect(take(memory, moment(7201, { samples: [sample(5, 7200, -13)] }))).toEqual(['stillActive point 5 7200']);
    expect(take(memory, moment(7261, { samples: [sample(5, 7260, -13)] }))).toEqual([]);
  });
});

describe('a return by the watermark', () => {
  it('that was rolled back leaves the deadband in force', () => {
    const memory = withPoints([5], [{ ...high, onDelaySeconds: 0, offDelaySeconds: 300 }]);
    take(memory, moment(60, { samples: [sample(5, 0, -12), sample(5, 60, -18)] }));
    evaluateBatch(memory, moment(400, { watermarks: { 7: 395 } }));
    take(memory, moment(201, { samples: [sample(5, 200, -15.5)] }));
    expect(stateOf(memory, 1, point(5)).phase).toBe('active');
  });
});

describe('starting', () => {
  it('pages nobody, however long the server was down', () => {
    const active: RuleState = (() => {
      const before = withPoints([5], [{ ...high, onDelaySeconds: 0 }]);
      take(before, moment(0, { samples: [sample(5, 0, -12)] }));
      return JSON.parse(JSON.stringify(stateOf(before, 1, point(5))));
    })();
    const memory = createMemory();
    const options = {
      now: at(90_000),
      states: new Map([[stateKey(1, point(5)), active]]),
      cursor: { lastSampleAt: at(0), lastGoodAt: at(0), heldValue: -12 },
    };
    watchPoint(
      memory,
      { pointId: 5, gatewayId: 7, maxGapSeconds: 180 },
      [{ ...high, onDelaySeconds: 0 }, silence],
      options,
    );
    const live = new Map([[7, { since: at(90_001), watermark: at(90_290) }]]);
    expect(take(memory, moment(90_295, { live }))).toEqual([]);
    expect(isOpen(stateOf(memory, 1, point(5)))).toBe(true);
    expect(
      take(memory, moment(90_310, { live: new Map([[7, { since: at(90_001), watermark: at(90_305) }]]) })),
    ).toEqual(['raised point 5 90301']);
  });
});

describe('one dead gateway', () => {
  const ids = Array.from({ length: 300 }, (_, i) => i + 1);
  const build = () => {
    const memory = withPoints(ids, [silence]);
    watchSource(memory, { type: 'gateway', id: 7 }, [loss], { now: at(0) });
    watchSource(memory, { type: 'slave', id: 70 }, [{ ...loss, id: 4 }], { now: at(0) });
    return memory;
  };
  const below = (subject: Subject) =>
    subject.type === 'gateway' ? null : ({ down: 'gateway', since: at(100) } as const);

  it('is one alarm, not three hundred', () => {
    const memory = build();
    const samples = ids.map((id) => sample(id, 50, 1));
    take(memory, moment(51, { samples, watermarks: { 7: 46 } }));
    const gatewayDown = { subject: { type: 'gateway', id: 7 }, at: at(100), up: false } as const;
    const slaveDown = { subject: { type: 'slave', id: 70 }, at: at(100), up: false } as const;
    const said = [
      ...take(memory, moment(100, { links: [gatewayDown, slaveDown], sourceOf: below })),
      ...take(memory, moment(160, { sourceOf: below })),
      ...take(memory, moment(5000, { sourceOf: below })),
    ];
    expect(said).toEqual(['raised gateway 7 160']);
  });

  it('ends the silence alarms below it, and its return raises none at once', () => {
    const memory = build();
    expect(take(memory, moment(310, { watermarks: { 7: 305 } }))).toHaveLength(300);
    const gone = take(
      memory,
      moment(400, { links: [{ subject: { type: 'gateway', id: 7 }, at: at(400), up: false }], sourceOf: below }),
    );
    expect(gone).toHaveLength(300);
    expect(gone[0]).toBe('returnedToNormal point 1 400');
    const sourceOf = () => ({ down: null, since: at(5000) });
    const back = {
      watermarks: { 7: 5010 },
      links: [{ subject: { type: 'gateway', id: 7 } as const, at: at(5000), up: true }],
      sourceOf,
    };
    expect(take(memory, moment(5015, back))).toEqual(['raised gateway 7 460', 'returnedToNormal gateway 7 5000']);
    expect(take(memory, moment(5304, { watermarks: { 7: 5299 }, sourceOf }))).toEqual([]);
    expect(take(memory, moment(5305, { watermarks: { 7: 5300 }, sourceOf }))).toHaveLength(300);
  });
});

describe('changing rules', () => {
  it('keeps the state of a rule that stays as it is and forgets one that is edited', () => {
    const memory = withPoints([5], [high]);
    take(memory, moment(0, { samples: [sample(5, 0, -12)] }));
    const place = { pointId: 5, gatewayId: 7, maxGapSeconds: 180 };
    watchPoint(memory, place, [{ ...high }, silence], { now: at(10) });
    expect(stateOf(memory, 1, point(5)).phase).toBe('pendingOn');
    watchPoint(memory, place, [{ ...high, deadband: 2 }], { now: at(10) });
    expect(stateOf(memory, 1, point(5)).phase).toBe('normal');
  });

  it('forgets a deleted point, its timers and its place', () => {
    const memory = withPoints([5], [high, silence]);
    take(memory, moment(0, { samples: [sample(5, 0, -12)] }));
    unwatch(memory, point(5));
    expect(take(memory, moment(9000, { watermarks: { 7: 8995 }, samples: [sample(5, 8990, -12)] }))).toEqual([]);
    watchPoint(memory, { pointId: 6, gatewayId: 7, maxGapSeconds: 180 }, [high], { now: at(9000) });
    expect(cursorOf(memory, 6)).toEqual({ lastSampleAt: null, lastGoodAt: null, heldValue: null });
  });
});

describe('a calendar that changes', () => {
  const hour = 3600;
  // 2027-01-15 is a Friday; t0 is 08:00 UTC that day.
  const holidays = { days: [8], fromMinute: 0, untilMinute: 1440, endsNextDay: false };
  const nights = { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 1200, untilMinute: 360, endsNextDay: true };
  const calendar = (timeZone: string, holiday?: string) => ({
    timeZone,
    dayKinds: new Map(holiday === undefined ? [] : [[holiday, 8]]),
  });
  const place = { pointId: 5, gatewayId: 7, maxGapSeconds: 7 * 86_400 };
  const live = (second: number) => moment(second, { watermarks: { 7: second } });

  it('counts at once: on a day that becomes a holiday, and one that is none any more', () => {
    const rule: AlarmRule = { ...high, onDelaySeconds: 0, periods: [holidays] };
    const memory = createMemory();
    const watch = (second: number, holiday?: string) =>
      watchPoint(memory, { ...place, calendar: calendar('UTC', holiday) }, [rule], { now: at(second) });
    watch(0);
    take(memory, moment(0, { samples: [sample(5, 0, -12)], watermarks: { 7: 0 } }));
    watch(600, '2027-01-17');
    expect(take(memory, live(610))).toEqual([]);
    expect(take(memory, live(40 * hour + 10))).toEqual(['raised point 5 144000']);
    watch(42 * hour);
    expect(take(memory, live(42 * hour + 5))).toEqual(['returnedToNormal point 5 151200']);
    watch(43 * hour, '2027-01-17');
    expect(take(memory, live(43 * hour + 5))).toEqual(['raised point 5 154800']);
  });

  it('counts at once in another time zone, for the next sample of a gateway that is not there, too', () => {
    const rule: AlarmRule = { ...high, onDelaySeconds: 0, periods: [nights] };
    const memory = createMemory();
    watchPoint(memory, { ...place, calendar: calendar('UTC') }, [rule], { now: at(0) });
    take(memory, moment(0, { samples: [sample(5, 0, -12)] }));
    // 08:30 in London is 03:30 in New York.
    watchPoint(memory, { ...place, calendar: calendar('America/New_York') }, [rule], { now: at(1800) });
    expect(take(memory, moment(1830, { samples: [sample(5, 1830, -12)] }))).toEqual(['raised point 5 1800']);
    // Its night is over at 06:00, which is 11:00 in London.
    expect(take(memory, live(4 * hour))).toEqual(['returnedToNormal point 5 10800']);
  });

  it('loses nothing that a rule remembers, and disturbs none whose hours stay', () => {
    const day = { ...nights, fromMinute: 0, untilMinute: 1440, endsNextDay: false };
    const rules: AlarmRule[] = [
      { ...high, id: 1, periods: [day] },
      {
        id: 2,
        kind: 'rateOfChange',
        direction: 'rise',
        limit: 4,
        windowSeconds: 900,
        severity: 2,
        onDelaySeconds: 0,
        offDelaySeconds: 0,
        periods: [day],
      },
      { id: 3, kind: 'frozen', tolerance: 0, afterSeconds: 1000, severity: 2, periods: [day] },
      {
        ...high,
        id: 4,
        onDelaySeconds: 0,
        periods: [day],
        onlyWhile: [{ point: { pointId: 6 }, values: [0], settleSeconds: 300, maxHiddenSeconds: 3600 }],
      },
    ];
    const said = (isEdited: boolean) => {
      const memory = createMemory();
      watchPoint(memory, { ...place, pointId: 6 }, [], { now: at(0) });
      const watch = (second: number, holiday?: string) =>
        watchPoint(memory, { ...place, calendar: calendar('UTC', holiday) }, rules, { now: at(second) });
      watch(0);
      const events: string[] = [];
      for (let second = 0; second <= 1600; second += 100) {
        const samples = [
          sample(5, second, second < 400 ? -18 : -12),
          ...(second === 200 ? [sample(6, 200, 1)] : []),
          ...(second === 700 ? [sample(6, 700, 0)] : []),
        ];
        events.push(...take(memory, moment(second, { samples, watermarks: { 7: second } })));
        if (isEdited && second % 300 === 0) watch(second + 50, second % 600 === 0 ? '2027-01-20' : undefined);
      }
      return events;
    };
    expect(said(false)).toHaveLength(5);
    expect(said(true)).toEqual(said(false));
  });
});

describe('what a gateway kept from before its rule was made', () => {
  // t0 is 08:00 UTC on a Friday; the rule counts from 20:00 to 22:00.
  const evenings: AlarmRule = {
    ...high,
    onDelaySeconds: 0,
    periods: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 1200, untilMinute: 1320, endsNextDay: false }],
  } as AlarmRule;
  const hour = 3600;
  const sent = (madeAt: number) => {
    const memory = createMemory();
    watchPoint(memory, { pointId: 5, gatewayId: 7, maxGapSeconds: 3 * hour }, [evenings], { now: at(madeAt) });
    const samples = [-14, -13, -13, -12, -20].map((hours, i) => ({
      pointId: 5,
      at: at(hours * hour),
      value: i < 4 ? -5 : -20,
    }));
    return take(memory, moment(madeAt + 60, { samples: [...samples, { pointId: 5, at: at(madeAt), value: -20 }] }));
  };
  it('uses the hours of its own time, whether the rule counts now or not', () => {
    const expected = ['raised point 5 -43200', 'returnedToNormal point 5 -36000'];
    expect(sent(0)).toEqual(expected);
    expect(sent(13 * hour)).toEqual(expected);
  });
});

describe('a condition that stood already when other points let the rule look again', () => {
  const whileClosed: AlarmRule = {
    ...high,
    onDelaySeconds: 180,
    onlyWhile: [{ point: { pointId: 6 }, values: [0], settleSeconds: 300, maxHiddenSeconds: 7200 }],
  } as AlarmRule;
  const raisedAfter = (warmSince: number) => {
    const memory = createMemory();
    watchPoint(memory, { pointId: 5, gatewayId: 7, maxGapSeconds: 180 }, [whileClosed], { now: at(0) });
    watchPoint(memory, { pointId: 6, gatewayId: 7, maxGapSeconds: 7200 }, [], { now: at(0) });
    const events = [];
    // The door is open for the second to the twentieth minute.
    for (let second = 0; second <= 2400; second += 60) {
      const warm = { pointId: 5, at: at(second), value: second >= warmSince ? -5 : -20 };
      const door = { pointId: 6, at: at(second), value: second >= 120 && second < 1200 ? 1 : 0 };
      const evaluation = evaluateBatch(memory, moment(second, { samples: [warm, door] }));
      commit(memory, evaluation);
      events.push(...evaluation.events);
    }
    return events.map((event) => [event.type, (event.at - t0) / 1000, event.isAfterHold]);
  };
  it('is told apart from one that begins later: nobody counted how long it had stood', () => {
    // Settled at 1500 s.
    expect(raisedAfter(600)).toEqual([['raised', 1680, true]]);
    expect(raisedAfter(1560)).toEqual([['raised', 1740, false]]);
  });
});

describe('a rule that is held against another point', () => {
  const apart: AlarmRule = {
    id: 4,
    kind: 'deviation',
    direction: 'either',
    limit: 6,
    deadband: 1,
    severity: 2,
    onDelaySeconds: 300,
    offDelaySeconds: 300,
    from: { pointId: 6 },
  } as AlarmRule;
  /** [second, point, value] */
  const eventsOf = (samples: readonly (readonly [number, number, number])[]) => {
    const memory = createMemory();
    watchPoint(memory, { pointId: 5, gatewayId: 7, maxGapSeconds: 180 }, [apart], { now: at(0) });
    watchPoint(memory, { pointId: 6, gatewayId: 7, maxGapSeconds: 180 }, [], { now: at(0) });
    return samples.flatMap(([second, pointId, value]) =>
      take(memory, moment(second, { samples: [{ pointId, at: at(second), value }] })),
    );
  };

  it('takes the value that the other point had before it fell silent for news once it speaks again', () => {
    const own = [0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600];
    const samples = [
      ...own.map((second) => [second, 5, second < 200 ? -5 : -20] as const),
      // Not known from 180 to 270.
      ...[0, 270, 440, 610].map((second) => [second, 6, -5] as const),
    ];
    expect(eventsOf(samples.sort(([a], [b]) => a - b))).toEqual(['raised point 5 570']);
  });

  it('ends when its delay falls due while its own value stands, although the other point says the same as before', () => {
    const samples = [
      ...[0, 60, 120, 180, 240, 300, 360].flatMap((second) => [
        [second, 6, -5] as const,
        [second + 1, 5, -20] as const,
      ]),
      ...[420, 480, 540, 600].flatMap((second) => [[second, 6, -5] as const, [second + 1, 5, -5] as const]),
      // Its own value stands until 781 and is not measured any more.
      ...[660, 720, 780].map((second) => [second, 6, -5] as const),
    ];
    expect(eventsOf(samples)).toEqual(['raised point 5 301', 'returnedToNormal point 5 721']);
  });
});
