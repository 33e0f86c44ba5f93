import { expect, test } from 'vitest';
import { accessWorld, allCalls, hideNothing, needsPartner, specOf } from '../testing/accessWorld.ts';
import type { Ids } from '../testing/equippedCompany.ts';
import { sampleInputs } from '../testing/sampleInputs.ts';
import { tellConfiguration } from '../testing/tellConfiguration.ts';
import { tellsNobody } from '../testing/tellsNobody.ts';

const world = accessWorld();
const { ask } = world;

test.each(allCalls.filter((name) => !needsPartner.includes(name)))(
  '%s answers its own member what the contract promises',
  async (name) => {
    const untouched = { acknowledged_at: null, handled_at: null, follow_up: null };
    await hideNothing(world.app.database.db);
    await world.app.database.db.updateTable('alarm').set(untouched).where('id', '=', world.ours.alarmId).execute();
    const { acknowledged_at: _, ...unhandled } = untouched;
    await world.app.database.db
      .updateTable('alarm')
      .set(unhandled)
      .where('id', '=', world.ours.confirmedAlarmId)
      .execute();
    await linkToDevice(world.ours);
    await relatePoints(world.ours);
    const fresh = await world.freshIds(name);
    // The running server only writes to points that it knows.
    const { virtualPointId } = { ...world.ours, ...fresh };
    if (name === 'setVirtualPoint') await tellConfiguration(world.app.application, 'point', virtualPointId);
    const news = listenForNews();
    const { status, envelope } = await ask(world.ours.userId, name, sampleInputs[name]({ ...world.ours, ...fresh }));
    // No gateway is connected here: that nothing was written is said.
    const said = name === 'controlDown' ? (envelope.Data as { Message: string }).Message : '';
    expect([status, envelope.Message]).toEqual([200, said]);
    const isTold = news();
    const { effect, logged } = specOf(name);
    if (effect === 'write' && logged !== false && !tellsNobody.has(name)) {
      const advice =
        'emit listsChanged or configurationChanged after the commit, or say in testing/tellsNobody.ts why not';
      expect(isTold, advice).toBe(true);
    }
    const { data } = specOf(name);
    if (data !== 'file') expect(() => data.parse(envelope.Data)).not.toThrow();
  },
);

/** Answers, when asked, whether open browsers have been told of anything since. */
function listenForNews(): () => boolean {
  const { events } = world.app.application;
  const owner = {};
  let isTold = false;
  for (const name of ['accessChanged', 'alarmChanged', 'configurationChanged', 'listsChanged'] as const)
    events.on(owner, name, () => {
      isTold = true;
    });
  return () => {
    events.removeOwner(owner);
    return isTold;
  };
}

/** Another call may have taken the point from its device. */
const linkToDevice = ({ projectId, deviceId, pointId }: Ids) =>
  world.app.database.db
    .insertInto('device_point')
    .values({ project_id: projectId, device_id: deviceId, point_id: pointId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Without a related one a success says so in its message. */
const relatePoints = ({ projectId, deviceId, pointId, anotherPointId }: Ids) =>
  world.app.database.db
    .insertInto('point_relevance')
    .values({ project_id: projectId, device_id: deviceId, point_id: pointId, related_point_id: anotherPointId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
