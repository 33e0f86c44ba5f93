import type { AllCalls, CallData } from '@watchpost/contract';
import { Input, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { Refused } from '../ui/index.ts';
import { text } from './text.ts';

type Found = CallData<AllCalls['queryUser']>;

/** Finds an account: a member of the company by name or phone, anybody else by the full phone number only. */
export function UserFinder({
  id,
  value,
  onChange,
  onMobile,
  inProject,
  nobody,
}: {
  id?: string;
  value?: number;
  onChange?: (userId: number | undefined) => void;
  /** The phone number that was searched for; the server asks for it again when the account is added. */
  onMobile: (mobile: string | undefined) => void;
  /** Members of the company can be chosen, too: they are added to a project. */
  inProject: boolean;
  /** What to do when nobody was found. */
  nobody: ReactNode;
}) {
  const t = useText(text);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [found, setFound] = useState<Found | null>(null);
  const choose = (userId: number | undefined, asked: string) => {
    onChange?.(userId);
    onMobile(userId === undefined ? undefined : asked);
  };
  const [asked, setAsked] = useState('');
  const find = async (words: string) => {
    const mobileOrName = words.trim();
    if (mobileOrName === '') return;
    setBusy(true);
    setError(null);
    try {
      const people = await callApi('queryUser', { query: { mobileOrName } });
      const free = people.filter(({ InCompany }) => inProject || !InCompany);
      setFound(people);
      setAsked(mobileOrName);
      choose(people.length === 1 ? free[0]?.UserId : undefined, mobileOrName);
    } catch (failure) {
      setFound(null);
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="user-finder">
      <Input.Search
        {...(id === undefined ? {} : { id })}
        placeholder={t.fullPhone}
        enterButton={t.find}
        loading={busy}
        maxLength={100}
        onSearch={(words) => void find(words)}
        onKeyDown={(event) => {
          // Enter finds; it must not send the form around it.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <Refused error={error} />
      {found === null ? null : found.length === 0 ? (
        <p className="access-hint" role="status">
          {t.noSuchUser} {nobody}
        </p>
      ) : (
        <Radio.Group
          className="user-found"
          value={value}
          onChange={({ target }) => choose(target.value, asked)}
          options={found.map(({ UserId, Nickname, Account, Mobile, InCompany }) => ({
            value: UserId,
            disabled: InCompany && !inProject,
            label: (
              <>
                <b className="access-name">{Nickname || Account}</b>{' '}
                <span className="access-hint">{[Account, Mobile].filter(Boolean).join(' · ')}</span>
                {InCompany ? <span className="access-tag access-tag-quiet">{t.alreadyMember}</span> : null}
              </>
            ),
          }))}
        />
      )}
    </div>
  );
}
