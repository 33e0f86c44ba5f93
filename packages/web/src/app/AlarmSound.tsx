import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { allowSound, startAlarmTone } from '../lib/alarmTone.ts';
import { useText } from '../lib/defineText.ts';
import { usePreference } from '../lib/preferences.ts';
import { useSession } from '../lib/session.ts';
import { SoundIcon } from './SoundIcon.tsx';
import { text } from './text.ts';
import { useProjectAlarmCount } from './useOpenAlarms.ts';

/** Cold chain: the only industry that sounds (spec §4). */
const soundingIndustry = 1;

/**
 * Sounds while the project is of the cold chain and has alarms that nobody has confirmed, unless the user muted it; the button
 * shows which. Not there in projects that never sound.
 */
export function AlarmSound() {
  const t = useText(text);
  const { project } = useSession();
  const [muted, setMuted] = usePreference('alarmSound.muted', false);
  const [blocked, setBlocked] = useState(false);
  const unconfirmed = useProjectAlarmCount()?.Unconfirmed ?? 0;
  const applies = project?.Industry === soundingIndustry && !project.Expired && project.State !== 'disabled';
  const sounding = applies && unconfirmed > 0 && !muted;

  useEffect(() => (sounding ? startAlarmTone(setBlocked) : undefined), [sounding]);

  // Browsers allow sound after the first click or key anywhere on the page.
  useEffect(() => {
    if (!sounding || !blocked) return;
    const allow = () => void allowSound().then((allowed) => setBlocked(!allowed));
    window.addEventListener('pointerdown', allow, { once: true });
    window.addEventListener('keydown', allow, { once: true });
    return () => {
      window.removeEventListener('pointerdown', allow);
      window.removeEventListener('keydown', allow);
    };
  }, [sounding, blocked]);

  if (!applies) return null;
  const silent = muted || (sounding && blocked);
  const state = muted ? t.unmute : sounding && blocked ? t.unblock : t.mute;
  return (
    <Button
      type="text"
      className={silent ? 'sound-off' : undefined}
      icon={<SoundIcon on={!silent} />}
      aria-label={state}
      aria-pressed={muted}
      title={state}
      onClick={() => {
        // A click while blocked has just allowed it; only otherwise does it mute.
        if (sounding && blocked) void allowSound().then((allowed) => setBlocked(!allowed));
        else setMuted(!muted);
      }}
    >
      {silent ? <span className="sound-words">{muted ? t.muted : t.blocked}</span> : null}
    </Button>
  );
}
