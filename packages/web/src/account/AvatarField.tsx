import { UserOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { advisedAvatarBytes, maxImageBytes } from '@watchpost/contract';
import { Avatar, Button } from 'antd';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { useAccount } from '../lib/session.ts';
import { useNotify } from '../ui/index.ts';
import { isPhoto } from './isPhoto.ts';
import { text } from './text.ts';

/** Few people change their picture, and what crops it is large. */
const CropDialog = lazy(() => import('./CropDialog.tsx').then((m) => ({ default: m.CropDialog })));

const sizeInWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The picture of the signed-in user; a new one is cropped and uploaded. */
export function AvatarField() {
  const t = useText(text);
  const { user } = useAccount();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ address: string; bytes: number } | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen.address);
    },
    [chosen],
  );

  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxImageBytes) {
      notify.warning(t.tooLarge);
      return;
    }
    if (!(await isPhoto(file))) {
      notify.warning(t.noPicture);
      return;
    }
    setChosen({ address: URL.createObjectURL(file), bytes: file.size });
  };

  const save = async (file: File | null, done: string) => {
    setBusy(true);
    try {
      const url = file ? (await callApi('upload', { files: [file] })).Url : '';
      await callApi('updateAvatar', { query: { url } });
      await queryClient.invalidateQueries({ queryKey: ['getUserInfo'] });
      notify.success(done);
      setChosen(null);
    } catch (error) {
      notify.failure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="avatar-field">
      <Avatar size={112} icon={<UserOutlined />} src={user.Avatar || undefined} alt={t.avatar} />
      <div>
        <div className="avatar-actions">
          <Button onClick={() => picker.current?.click()}>{t.chooseAvatar}</Button>
          {user.Avatar ? (
            <Button type="text" loading={busy && !chosen} onClick={() => void save(null, t.removed)}>
              {t.removeAvatar}
            </Button>
          ) : null}
        </div>
        <p className="profile-hint">{t.avatarHint}</p>
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label={t.avatar}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
      {chosen ? (
        <Suspense fallback={null}>
          <CropDialog
            source={chosen.address}
            hint={chosen.bytes > advisedAvatarBytes ? t.over200(sizeInWords(chosen.bytes)) : null}
            busy={busy}
            onClose={() => setChosen(null)}
            onCropped={(file) => save(file, t.saved)}
            onUnreadable={() => {
              setChosen(null);
              notify.warning(t.noPicture);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
