/** A loudspeaker with waves, or crossed out: the kit's two differ too little to be told apart at a glance. */
export const SoundIcon = ({ on }: { on: boolean }) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 18 18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    aria-hidden="true"
  >
    <path d="M2.5 6.8v4.4h2.7L9 14.5v-11L5.2 6.8Z" strokeLinejoin="round" />
    {on ? (
      <path d="M11.3 6.4a3.6 3.6 0 0 1 0 5.2M13.4 4.3a6.6 6.6 0 0 1 0 9.4" strokeLinecap="round" />
    ) : (
      <path d="m11.5 6.8 4.4 4.4m0-4.4-4.4 4.4" strokeLinecap="round" />
    )}
  </svg>
);
