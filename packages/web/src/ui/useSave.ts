import type { AllCalls, CallData, CallInput, CallName } from '@watchpost/contract';
import { useEffect, useMemo, useRef } from 'react';
import { useAskAgain } from '../lib/askAgain.ts';
import { callApi } from '../lib/client.ts';
import { useNotify } from './useNotify.ts';

export type Save = <Name extends CallName>(
  name: Name,
  input: CallInput<AllCalls[Name]>,
  /** The success message. Without it, what the screen shows next says enough. */
  said?: string | ((data: CallData<AllCalls[Name]>) => string),
) => Promise<CallData<AllCalls[Name]>>;

/**
 * Sends calls that change something, and does what follows: says that it is done, closes the dialog, and asks again for what the
 * screen shows of it, also after a refusal (a colleague may have been faster). A refusal is thrown: forms and `ConfirmDialog`
 * show it, a button adds `.catch(notify.failure)`. The second click of a double click sends nothing more.
 *
 * @param asks calls whose answers the change makes old; a list outside the component
 * @param done closes the dialog
 * @example
 * const save = useSave(callsAboutCameras, onClose);
 * const form = useSchemaForm(calls.addCamera.body, { initial, save: (body) => save('addCamera', { body }, t.added) });
 */
export function useSave(asks: readonly CallName[], done?: () => void): Save {
  const notify = useNotify();
  const askAgain = useAskAgain(asks);
  const latest = useRef({ notify, askAgain, done });
  useEffect(() => {
    latest.current = { notify, askAgain, done };
  });
  return useMemo(() => {
    const underWay = new Map<string, Promise<unknown>>();
    const send = async (...[name, input, said]: AnyCall): Promise<unknown> => {
      try {
        const data = await sendAny(name, input);
        if (said !== undefined) latest.current.notify.success(typeof said === 'string' ? said : said(data));
        latest.current.done?.();
        await latest.current.askAgain();
        return data;
      } catch (error) {
        void latest.current.askAgain();
        throw error;
      }
    };
    const save = (...call: AnyCall): Promise<unknown> => {
      const [name, input] = call;
      // A file has no writing to be compared by.
      if ('files' in input) return send(...call);
      const key = JSON.stringify([name, input]);
      const running = underWay.get(key) ?? send(...call).finally(() => void underWay.delete(key));
      underWay.set(key, running);
      return running;
    };
    return save as unknown as Save;
  }, []);
}

/** Inside, any call with its input; `Save` says which goes with which. */
type AnyCall = [name: CallName, input: object, said?: string | ((data: unknown) => string)];
const sendAny = callApi as unknown as (name: CallName, input: object) => Promise<unknown>;
