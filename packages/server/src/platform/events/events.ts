import type { Log } from '../log/log.ts';

/** Listeners of past-tense events. Each belongs to an owner, so that a part that stops takes all its listeners along. */
export interface Events<Map extends object> {
  /** Calls every listener in order of registration. A listener that throws is logged and does not stop the others. */
  emit<Name extends keyof Map>(name: Name, event: Map[Name]): void;
  on<Name extends keyof Map>(owner: object, name: Name, listener: (event: Map[Name]) => void): void;
  removeOwner(owner: object): void;
}

export function createEvents<Map extends object>(log: Log): Events<Map> {
  const listeners: { owner: object; name: keyof Map; listener: (event: never) => void }[] = [];
  return {
    emit(name, event) {
      for (const entry of [...listeners]) {
        if (entry.name !== name) continue;
        try {
          (entry.listener as (event: Map[typeof name]) => void)(event);
        } catch (error) {
          log.error({ err: error, event: String(name) }, 'An event listener failed');
        }
      }
    },
    on(owner, name, listener) {
      listeners.push({ owner, name, listener: listener as (event: never) => void });
    },
    removeOwner(owner) {
      for (let i = listeners.length - 1; i >= 0; i--) if (listeners[i]?.owner === owner) listeners.splice(i, 1);
    },
  };
}
