import {
  QueryClient,
  skipToken,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import type { AllCalls, CallData, CallInput, CallName, Language } from '@watchpost/contract';
import { useCallback, useRef } from 'react';
import { CallError, callApi } from './client.ts';
import { useLanguage } from './language.ts';
import { type Place, usePlace } from './place.ts';

/** Refusals are shown and not retried (spec §8); a lost connection is tried twice more. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => error instanceof CallError && error.code === 0 && failures < 2,
        // Ours to say, not the browser's: `navigator.onLine` is wrong inside closed networks.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  });

type QueryExtras<Data, Selected> = Omit<UseQueryOptions<Data, Error, Selected>, 'queryKey' | 'queryFn'> & {
  /** What the answer depends on besides the input. `project` unless said otherwise. */
  readonly scope?: 'project' | 'company' | 'user';
};

type CallKey = readonly [CallName, unknown, { readonly language: Language } & Partial<Place>];

/** The project within which a question of `useCall` was asked; null: beyond projects, or while none is chosen. */
export const projectAskedIn = (queryKey: readonly unknown[]): number | null =>
  (queryKey as CallKey)[2]?.projectId ?? null;

const askingTimes = new WeakMap<object, number>();

/**
 * When this very answer was asked for, by `performance.now()`: what arrived live since may be newer than what it says.
 * For `structuralSharing`, which gets answers as they came; of anything else it is not known, and the result is `Infinity`.
 */
export const askedAt = (answer: object): number => askingTimes.get(answer) ?? Number.POSITIVE_INFINITY;

/**
 * The answer of a read call, kept and shared by input, company, project and language; dropped requests are aborted.
 *
 * @param input null: not yet (the query waits)
 * @example const devices = useCall('getTableListRead', { body: { ProjectId: project.ProjectId } }, { refetchInterval: pollWhenNotLive(10_000) });
 */
export function useCall<Name extends CallName, Selected = CallData<AllCalls[Name]>>(
  name: Name,
  input: CallInput<AllCalls[Name]> | null,
  options: QueryExtras<CallData<AllCalls[Name]>, Selected> = {},
): UseQueryResult<Selected, Error> {
  const language = useLanguage();
  const place = usePlace();
  const { scope = 'project', ...rest } = options;
  const within: Partial<Place> = scope === 'user' ? {} : scope === 'company' ? { companyId: place.companyId } : place;
  return useQuery({
    queryKey: [name, input, { language, ...within }] satisfies CallKey,
    queryFn:
      input === null
        ? skipToken
        : async ({ signal }) => {
            const at = performance.now();
            const answer = await callApi(name, input, { signal, place: within });
            if (typeof answer === 'object' && answer !== null) askingTimes.set(answer, at);
            return answer;
          },
    ...rest,
  });
}

/** What became of each of several questions; an answer before stays until the next is there. */
export interface Answered<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The same call of the company with several inputs, in their order, with what was refused. */
export function useCompanyAnswers<Name extends CallName>(
  name: Name,
  inputs: readonly CallInput<AllCalls[Name]>[],
  { staleTime }: { readonly staleTime: number },
): readonly Answered<CallData<AllCalls[Name]>>[] {
  const language = useLanguage();
  const { companyId } = usePlace();
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: [name, input, { language, companyId }] satisfies CallKey,
      queryFn: ({ signal }: { signal: AbortSignal }) => callApi(name, input, { signal, place: { companyId } }),
      staleTime,
    })),
    combine: answeredOf<CallData<AllCalls[Name]>>,
  });
}

const answeredOf = <Data>(results: readonly UseQueryResult<Data>[]): readonly Answered<Data>[] =>
  results.map(({ data, error, refetch }) => ({ data, error, retry: () => void refetch() }));

/** The same call of the company with several inputs, in their order: the answers that are there. */
export function useCompanyCalls<Name extends CallName>(
  name: Name,
  inputs: readonly CallInput<AllCalls[Name]>[],
  { staleTime }: { readonly staleTime: number },
): readonly (CallData<AllCalls[Name]> | undefined)[] {
  const language = useLanguage();
  const { companyId } = usePlace();
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: [name, input, { language, companyId }] satisfies CallKey,
      queryFn: ({ signal }: { signal: AbortSignal }) => callApi(name, input, { signal, place: { companyId } }),
      staleTime,
    })),
    combine: answersOf<CallData<AllCalls[Name]>>,
  });
}

const answersOf = <Data>(results: readonly UseQueryResult<Data>[]): readonly (Data | undefined)[] =>
  results.map(({ data }) => data);

/**
 * A call that changes something: `const confirm = useCallMutation('updateStatus'); confirm.mutate({ query: { id } })`.
 * Afterwards invalidate what it changed: `queryClient.invalidateQueries({ queryKey: ['getAlarmAct'] })`.
 *
 * Asking for the same again before the answer is there asks for nothing more: the second click of a double click comes before
 * the button can say that it is busy.
 */
export function useCallMutation<Name extends CallName>(
  name: Name,
  options: Omit<UseMutationOptions<CallData<AllCalls[Name]>, Error, CallInput<AllCalls[Name]>>, 'mutationFn'> = {},
): UseMutationResult<CallData<AllCalls[Name]>, Error, CallInput<AllCalls[Name]>> {
  type Result = UseMutationResult<CallData<AllCalls[Name]>, Error, CallInput<AllCalls[Name]>>;
  const result = useMutation({ mutationFn: (input: CallInput<AllCalls[Name]>) => callApi(name, input), ...options });
  const { mutateAsync: begin } = result;
  const underWay = useRef(new Map<string, ReturnType<Result['mutateAsync']>>());
  const mutateAsync = useCallback<Result['mutateAsync']>(
    (...sent) => {
      const [input] = sent;
      // A file has no writing to be compared by.
      if (input && 'files' in input) return begin(...sent);
      const said = JSON.stringify(input);
      const running = underWay.current.get(said);
      if (running) return running;
      const answer = begin(...sent);
      underWay.current.set(said, answer);
      const done = () => void underWay.current.delete(said);
      answer.then(done, done);
      return answer;
    },
    [begin],
  );
  const mutate = useCallback<Result['mutate']>(
    // A caller that does not wait reads the refusal from the result.
    (...sent) => void mutateAsync(...sent).catch(() => {}),
    [mutateAsync],
  );
  return { ...result, mutate, mutateAsync };
}
