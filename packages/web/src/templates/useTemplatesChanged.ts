import { useQueryClient } from '@tanstack/react-query';

/** What lists and dialogs ask about templates, to be asked again after a change. */
export function useTemplatesChanged() {
  const queryClient = useQueryClient();
  return async () => {
    for (const name of ['getTempByUid', 'getTempById']) await queryClient.invalidateQueries({ queryKey: [name] });
  };
}
