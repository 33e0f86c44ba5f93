import { peopleErrors } from '@watchpost/contract';
import { type Caller, countAdministrators } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { inOneWrite, type OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Changer } from './changer.ts';
import { lockChanger } from './lockChanger.ts';

export interface PeopleDeps {
  db: Db;
  clock: Clock;
  events: EventBus;
}

export interface PeopleWrite extends OneWrite {
  readonly changer: Changer;
  /** The rights of these users changed: open sessions use them as soon as the change is kept. */
  touch(userIds: readonly number[]): void;
}

const onLists = ['member', 'role', 'invitation'] as const;
const isOnLists = (kind: string): kind is (typeof onLists)[number] => onLists.some((each) => each === kind);

/**
 * Changes people or roles of the caller's company. One such change happens at a time, and what the caller may is read again
 * inside it: of two administrators who take each other's rights away, the second has none any more. The company keeps an
 * active administrator after every change.
 */
export function changePeople<Result>(
  deps: PeopleDeps,
  context: CallContext<Caller>,
  work: (write: PeopleWrite) => Promise<Result>,
): Promise<Result> {
  return inOneWrite(deps, context, async (write) => {
    const { transaction, afterCommit } = write;
    const changed = new Set<(typeof onLists)[number]>();
    const changer = await lockChanger(context, transaction);
    const { grants } = changer;
    const administrators = await countAdministrators(grants, transaction);
    const touched = new Set<number>();
    const result = await work({
      ...write,
      changer,
      // What is said of it in the log is what other people's lists show of it.
      log: (operation) => {
        write.log(operation);
        const { kind } = operation.subject;
        if (isOnLists(kind)) changed.add(kind);
      },
      touch: (userIds) => {
        for (const id of userIds) touched.add(id);
      },
    });
    if (administrators > 0 && (await countAdministrators(grants, transaction)) === 0) {
      throw new Refusal(peopleErrors.lastAdministrator);
    }
    if (touched.size > 0) {
      const userIds = [...touched];
      afterCommit(() => deps.events.emit('accessChanged', { userIds }));
    }
    const { companyId } = grants;
    if (changed.size > 0) {
      afterCommit(() => deps.events.emit('listsChanged', { companyId, kinds: [...changed] }));
    }
    return result;
  });
}
